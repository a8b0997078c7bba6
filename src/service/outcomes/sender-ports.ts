/** Providers that report to the service what became of a team's mail. Times are milliseconds since the Unix epoch. */

export const PROVIDERS = ['ses', 'sendgrid', 'postmark', 'mailgun'] as const;
/** One of `PROVIDERS`. */
export type ProviderName = (typeof PROVIDERS)[number];

/** Where a provider reports to a team. */
export interface ProviderAddress {
  readonly teamId: string;
  readonly provider: ProviderName;
  /** What its signatures are checked with; null: none is known, or the provider needs none. */
  readonly signingKey: string | null;
  readonly createdAt: number;
  /** When it reported last; null: never. */
  readonly reportedAt: number | null;
  /** Outcomes that it brought. */
  readonly outcomes: number;
}

/** The addresses of all teams. */
export interface ProviderAddresses {
  /** Those of a team. */
  list(teamId: string): Promise<readonly ProviderAddress[]>;
  find(provider: ProviderName, tokenHash: string): Promise<ProviderAddress | undefined>;
  /** Creates an address, or gives it another token; a signing key that is there stays. */
  renew(
    address: Pick<ProviderAddress, 'teamId' | 'provider' | 'createdAt'> & {
      /** SHA-256, in hexadecimal, of what the address has in it: it names the team, and can't be guessed. */
      readonly tokenHash: string;
    },
  ): Promise<void>;
  /** False where there is no such address. */
  setKey(teamId: string, provider: ProviderName, signingKey: string | null): Promise<boolean>;
  noteReport(
    address: Pick<ProviderAddress, 'teamId' | 'provider'>,
    report: { readonly at: number; readonly outcomes: number },
  ): Promise<void>;
}
