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
