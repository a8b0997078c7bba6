import type { Message } from '../i18n/message.ts';
import { message } from '../i18n/message.ts';
import type { Hint } from '../lib/errors.ts';

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
  /** The message as data, where a page shows it. */
  readonly said: Message | undefined;

  constructor(kind: ServiceErrorKind, message: string | Message) {
    super(typeof message === 'string' ? message : message.english);
    this.kind = kind;
    this.said = typeof message === 'string' ? undefined : message;
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
  readonly said: Message;
  /** When a retry makes sense. */
  readonly retryAfterMs: number | undefined;
  /** The message for a terminal, where that names a flag. */
  readonly text: Hint;

  constructor(kind: PeopleErrorKind, said: Message, more: PeopleErrorMore = {}) {
    super(said.english);
    this.kind = kind;
    this.said = said;
    this.text = more.text ?? said.english;
    this.retryAfterMs = more.retryAfterMs;
  }
}

interface PeopleErrorMore {
  readonly retryAfterMs?: number;
  readonly text?: Hint;
}

/** The error for what only owners of the team may open or change. */
export function ownersOnly(): PeopleError {
  return new PeopleError('owners_only', message('errorTexts.owners_only'));
}

/** The error for a page or row that does not exist or is another team's. */
export function notFound(): PeopleError {
  return new PeopleError('not_found', message('errorTexts.page_not_found'));
}
