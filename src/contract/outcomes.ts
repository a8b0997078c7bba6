/** What became of a message that was sent to an address. */
export const OUTCOMES = [
  'delivered',
  'no_mailbox',
  'full',
  'disabled',
  'blocked',
  'deferred',
  'complaint',
  'undecided',
] as const;
/** One of `OUTCOMES`. */
export type OutcomeKind = (typeof OUTCOMES)[number];

/** What became of one message to one address; null: the source does not say. */
export interface Outcome {
  readonly email: string | null;
  readonly outcome: OutcomeKind;
  /** SMTP reply code: 550. */
  readonly code: number | null;
  /** Enhanced status code (RFC 3463), or the class that an export gives in place of a reply: `hard`. */
  readonly status: string | null;
  /** The host that replied. */
  readonly host: string | null;
  readonly reply: string | null;
  /** ISO 8601 (UTC). */
  readonly at: string | null;
  /** Path, with the number of the message or line. */
  readonly source: string | null;
}

/** Classes of exports that say that the address is given up. */
const HARD_CLASS =
  /^(?:hard|hard[ _-]?bounce[sd]?|cleaned|permanent|permanent[ _-]?fail(?:ure|ed)?|bademailaddress|invalid(?:[ _-]?e?mail)?|bounced)$/i;

/** No reply says why, but the provider calls it hard: the address counts as gone. */
export function isHardByClass({ outcome, status }: Pick<Outcome, 'outcome' | 'status'>): boolean {
  return outcome === 'undecided' && HARD_CLASS.test(status ?? '');
}
