/**
 * Work that made no progress for longer than its own limits allow, and was ended. That is a bug of
 * ours, and nothing that a mail host or a name server could bring about.
 */
export interface StuckWork {
  readonly work: 'session' | 'lookup' | 'domain_job';
  /** Where it stood, in words for a log. */
  readonly state: string;
  /** What went wrong, where that is known. */
  readonly error?: unknown;
}
