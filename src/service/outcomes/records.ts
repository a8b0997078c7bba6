/** What became of mail to addresses, by team. Times are milliseconds since the Unix epoch. */

import type { DomainOutcomes } from '../../contract/decode.ts';
import type { OutcomeKind } from '../../contract/outcomes.ts';

/** What an outcome says of the mailbox: that it is gone, that it is there, or neither. */
export type Proof = 'gone' | 'there' | 'none';

/** An outcome to be stored. Neither reply nor source holds the address or its local part. */
export interface NewOutcome {
  /** The address in the form that all its spellings share. It is stored as a keyed hash. */
  readonly entry: string;
  readonly domain: string;
  readonly outcome: OutcomeKind;
  readonly proof: Proof;
  /** Whether it proves nothing of the mailbox although it names one: the same as a proof is another outcome. */
  readonly isHint?: boolean | undefined;
  /** Whether a verification had found that the mailbox accepts mail. */
  readonly wasAccepted: boolean;
  readonly code: number | null;
  readonly status: string | null;
  readonly host: string | null;
  readonly reply: string | null;
  /** Null: not known. */
  readonly at: number | null;
  readonly source: string | null;
}

/** A stored outcome, without its address. */
export interface StoredOutcome extends Omit<NewOutcome, 'entry' | 'isHint'> {
  readonly learnedAt: number;
}

/** What bounces say of the acceptances of a domain. */
export interface BouncedDomain {
  /** Addresses that were accepted, then bounced hard, and were not delivered to since. */
  readonly addresses: number;
  /** Addresses whose newest proof is a delivery. */
  readonly delivered: number;
  /** When the newest of them did. */
  readonly at: number;
}

/** Which domains are looked for. */
export interface ContradictedBy {
  /** Distinct addresses that bounced, at least. */
  readonly least: number;
  /** Older outcomes do not count; one without a date counts as of when it was learned. */
  readonly since: number;
}

/** What became of mail to an address, as far as it says something of the mailbox. */
export interface StoredProof {
  readonly proof: 'gone' | 'there';
  /** When; of one without a date, when it was learned. */
  readonly at: number;
  readonly isDated: boolean;
  /** Empty if there is no reply. */
  readonly reply: string;
}

/** The proofs of a team, to be looked up by address. */
export interface OutcomeProofs {
  /** Those of an address, oldest first. */
  find(entry: string): readonly StoredProof[];
}

/** The outcomes of one team. */
export interface OutcomeStore {
  /** Whether there is nothing to look for; what another process added counts within a second. */
  isEmpty(): Promise<boolean>;
  /** Whether that is known without asking the database. */
  isKnownEmpty(): boolean;
  /** Returns how many are new: one that came before, from whichever source, is not stored again. */
  add(outcomes: readonly NewOutcome[], learnedAt: number): Promise<number>;
  /** The newest proof of each address, by `at`: one without is the oldest. */
  newestProofs(entries: readonly string[]): Promise<ReadonlyMap<string, StoredOutcome>>;
  /** The proofs since a time, of the newest outcomes that fit into memory. */
  proofs(since: number): Promise<OutcomeProofs>;
  /** What became of mail to domains; a domain without an outcome that proves something is absent. */
  ofDomains(domains: readonly string[]): Promise<ReadonlyMap<string, DomainOutcomes>>;
  /** Domains of which so many distinct accepted addresses bounced hard. */
  bouncedDomains(
    domains: readonly string[],
    by: ContradictedBy,
  ): Promise<ReadonlyMap<string, BouncedDomain>>;
  /**
   * Distinct addresses of a domain that verifications in the team's history since then accepted, up to a limit.
   * Remembered for an hour: it reads the whole history where the domain has few.
   */
  countAccepted(wanted: {
    readonly domain: string;
    readonly since: number;
    readonly limit: number;
  }): Promise<number>;
  /** Of these mailboxes those that a verification in the team's history since then found deliverable. */
  acceptedSince(mailboxes: readonly string[], since: number): Promise<ReadonlySet<string>>;
  /** The latest that came, newest first. */
  latest(limit: number): Promise<readonly StoredOutcome[]>;
  count(): Promise<number>;
}

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
