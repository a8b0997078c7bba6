/**
 * Every error that a user can meet carries one of these codes. The set is closed: each edge (the
 * command line's exit codes, the service's HTTP statuses) has one exhaustive table over it.
 *
 * Expected outcomes of a verification (no MX, greylisted, refused) are values, never errors.
 */
export type ErrorCode =
  /** The command line itself is wrong: an unknown flag, a missing argument, values that clash. */
  | 'usage'
  /** An input or output can't be used: an unreadable list, no e-mail column, an existing output. */
  | 'input'
  /** The disk is full, or a device fails. */
  | 'io'
  /** Settings: a key is missing, a base URL without key, a broken or unreadable config file. */
  | 'config'
  /** The service answered 401. */
  | 'unauthorized'
  /** The service answered 402: the team exceeded its plan limits. */
  | 'quota'
  /** The service answered 429 and asks for a longer wait than the client allows. */
  | 'rate_limited'
  /** The service could not be reached: DNS, refused, reset, TLS, proxy. */
  | 'network'
  /** One request timed out. */
  | 'request_timeout'
  /** The service answered 5xx after all retries. */
  | 'server'
  /** The response does not follow the interface: HTML, cut JSON, a missing id. */
  | 'bad_answer'
  /** A POST was sent, and it is unknown whether the service acted on it. */
  | 'answer_lost'
  /** The service refused this request: 400, 404, 409, 413, 415, 422 and other 4xx. */
  | 'refused'
  /** `--timeout` ran out while batches still run. */
  | 'timeout'
  /** Some batches failed or were cancelled; what there is was written. */
  | 'partial'
  /** Another process holds the lock on this job. */
  | 'locked'
  /** The user interrupted (SIGINT). */
  | 'interrupted'
  /** SIGTERM arrived. */
  | 'terminated'
  /** A bug in mailvet. */
  | 'internal';

interface ErrorDetails {
  /** What to do next: one sentence, printed on a line of its own. */
  readonly hint?: string;
  /** The HTTP status, where a response of the service is the cause. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** The one error class. Its message is a sentence for the user, without a full stop. */
export class MailvetError extends Error {
  override readonly name = 'MailvetError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly status: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.status = details.status;
  }
}

/** True for an error of ours, optionally with one of the given codes. */
export function isMailvetError(error: unknown, ...codes: ErrorCode[]): error is MailvetError {
  return error instanceof MailvetError && (codes.length === 0 || codes.includes(error.code));
}

/** The same error with another message. */
export function withMessage(error: MailvetError, message: string): MailvetError {
  const { code, hint, status } = error;
  return new MailvetError(code, message, {
    cause: error,
    ...(hint !== undefined && { hint }),
    ...(status !== undefined && { status }),
  });
}
