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
