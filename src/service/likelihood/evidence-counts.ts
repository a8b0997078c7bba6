import type { StoredDetail } from '../../contract/detail.ts';
import { providerId } from '../../policy/policy.ts';

/** What is known of mail to a domain, for the likelihood of its mailboxes. */

/** Distinct addresses by what became of mail to them, weighed by age. */
export interface Counts {
  readonly delivered: number;
  readonly bounced: number;
}

/** Addresses of one form and what became of mail to them. */
export interface FormCounts extends Counts {
  readonly form: string;
  /** The newest outcome, in milliseconds since the epoch. */
  readonly newest: number;
}

/** The outcomes of a domain by form, and of all domains with the same gateway, and host behind it. */
export interface DomainOutcomes {
  readonly forms: readonly FormCounts[];
  /** Those of the domain among them. */
  readonly gateway: Counts;
  /** The provider of the mailboxes behind the gateway, where it is known. */
  readonly behind?: string | undefined;
  /** Only domains with the same host behind the gateway are counted. */
  readonly isPair?: boolean;
}

/** What outcomes say of domains and of what they are behind. */
export interface KnownOutcomes {
  readonly forms: ReadonlyMap<string, readonly FormCounts[]>;
  /** By `gatewayKey`; those of a gateway with all that is behind it by its id. */
  readonly providers: ReadonlyMap<string, Counts>;
}

/** `mimecast microsoft-365`: a provider, and what is behind it where that is known. */
export function gatewayKey({
  provider,
  behind,
}: Pick<StoredDetail, 'provider' | 'behind'>): string | undefined {
  const id = providerId(provider ?? undefined);
  return id === undefined || behind === undefined ? id : `${id} ${behind}`;
}

/** Evidence loses half of its weight in so long: people leave. */
const HALF_LIFE_MS = 365 * 24 * 60 * 60_000;

/** By the age of the newest outcome. */
export function weighed({ delivered, bounced, newest }: FormCounts, now: number): Counts {
  const weight = 0.5 ** (Math.max(0, now - newest) / HALF_LIFE_MS);
  return { delivered: delivered * weight, bounced: bounced * weight };
}

export function sumOf(counts: readonly Counts[]): Counts {
  return {
    delivered: counts.reduce((sum, { delivered }) => sum + delivered, 0),
    bounced: counts.reduce((sum, { bounced }) => sum + bounced, 0),
  };
}

export function total({ delivered, bounced }: Counts): number {
  return delivered + bounced;
}
