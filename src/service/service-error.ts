import { type Hint, hintParts } from '../errors.ts';

/** Errors for a caller of the API. The set is closed: http/ has one table over it. */
export type ServiceErrorKind =
  | 'key_required'
  | 'key_invalid'
  /** The key is valid, and may not be used for this operation. */
  | 'scope_missing'
  | 'over_quota'
  /** The team may store no more. */
  | 'over_storage'
  | 'batch_not_found'
  | 'batch_ended'
  /** A batch that can't be deleted. */
  | 'batch_kept'
  /** An Idempotency-Key that came with another request before. */
  | 'key_reused'
  | 'too_many_batches'
  /** Text that is neither an address nor @ and a domain. */
  | 'suppression_invalid'
  | 'suppression_not_found'
  /** An outcome of no address, or of the future. */
  | 'outcome_invalid'
  | 'import_invalid'
  /** The two errors that addresses of the sandbox ask for. */
  | 'rate_limited'
  | 'sandbox_failure'
  | 'stopping';

/** An error whose message is for the caller: a sentence without full stop and internal detail. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;

  constructor(kind: ServiceErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Errors for a person at the dashboard. The set is closed: dashboard/ has one table over it. */
export type PeopleErrorKind =
  /** It does not exist or is another team's: the two look the same. */
  | 'not_found'
  /** The person's role lacks the permission. */
  | 'owners_only'
  /** A link that was used or withdrawn, has expired, or never existed. */
  | 'link_gone'
  /** An entered value is refused; the message says what to change. */
  | 'refused'
  /** It does not go with the state that the thing is in. */
  | 'conflict'
  /** Too many wrong passwords were tried. */
  | 'too_many'
  /** Too many passwords wait to be hashed. */
  | 'busy';

/** An error whose message is for the person: a sentence without a full stop. */
export class PeopleError extends Error {
  override readonly name = 'PeopleError';
  readonly kind: PeopleErrorKind;
  /** When a retry makes sense. */
  readonly retryAfterMs: number | undefined;
  /** The message, with what each edge says in its own words. */
  readonly text: Hint;

  constructor(kind: PeopleErrorKind, text: Hint, retryAfterMs?: number) {
    super(
      hintParts(text)
        .filter((part) => typeof part === 'string')
        .join(''),
    );
    this.kind = kind;
    this.text = text;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The error for what only owners of the team may open or change. */
export function ownersOnly(): PeopleError {
  return new PeopleError('owners_only', OWNERS_ONLY);
}

export const OWNERS_ONLY = 'Ask an owner of the team: the page People names them';

/** The error for a page or row that does not exist or is another team's. */
export function notFound(): PeopleError {
  return new PeopleError('not_found', 'This page was not found');
}
