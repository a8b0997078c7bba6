/**
 * Work that made no progress for longer than its own limits allow, and was ended. That is a bug in
 * mailvet: no mail host or name server can cause it.
 */
export interface StuckWork {
  readonly work: 'session' | 'lookup' | 'domain_job';
  /** Its state, as a description for a log. */
  readonly state: string;
  /** The error, where there was one. */
  readonly error?: unknown;
}
