/** Failures that a caller of the service can meet. The set is closed: http/ has one table over it. */
export type ServiceErrorKind =
  | 'key_required'
  | 'key_invalid'
  | 'over_quota'
  | 'batch_not_found'
  | 'batch_ended'
  | 'too_many_batches'
  | 'stopping';

/** Its message is for the caller: a sentence without a full stop and without internal detail. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;

  constructor(kind: ServiceErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Why the dashboard can't do what a person asked. The set is closed: dashboard/ has one table over it. */
export type PeopleErrorKind =
  /** There is no such thing, or it is another team's: the two look the same. */
  | 'not_found'
  /** A link that was used, withdrawn or has expired, or never was one. */
  | 'link_gone'
  /** What was entered can't be taken; the message says what to change. */
  | 'refused'
  /** It does not go with the state that the thing is in. */
  | 'conflict'
  /** Too many wrong passwords were tried. */
  | 'too_many'
  /** Too many passwords wait to be hashed. */
  | 'busy';

/** Its message is for the person: a sentence without a full stop. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError';
  readonly kind: PeopleErrorKind;
  /** When it is worth trying again. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: PeopleErrorKind, message: string, retryAfterMs?: number) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

export function notFound(): PeopleError {
  return new PeopleError('not_found', 'This page was not found');
}
