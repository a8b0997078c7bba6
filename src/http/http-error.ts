import { isAbort } from '../lib/abort.ts';
import { ServiceError, type ServiceErrorKind } from '../service/service-error.ts';
import { StoreError, type StoreErrorKind } from '../service/store-error.ts';

export type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 429
  | 500
  | 503;

/** An error response that the HTTP edge itself decides. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function nothingHere(): HttpError {
  return new HttpError(404, 'Nothing was found at this path');
}

interface ErrorResponse {
  readonly status: ErrorStatus;
  readonly headers?: Record<string, string>;
}

/** RFC 9110 §11.6.1: a 401 names the scheme that would be accepted. */
const UNAUTHORIZED: ErrorResponse = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };

const EDGES: Readonly<Record<ServiceErrorKind, ErrorResponse>> = {
  key_required: UNAUTHORIZED,
  key_invalid: UNAUTHORIZED,
  over_quota: { status: 402 },
  over_storage: { status: 402 },
  scope_missing: { status: 403 },
  batch_not_found: { status: 404 },
  batch_ended: { status: 409 },
  batch_kept: { status: 409 },
  key_reused: { status: 409 },
  suppression_invalid: { status: 400 },
  suppression_not_found: { status: 404 },
  outcome_invalid: { status: 400 },
  import_invalid: { status: 400 },
  too_many_batches: { status: 429, headers: { 'Retry-After': '10' } },
  rate_limited: { status: 429, headers: { 'Retry-After': '1' } },
  sandbox_failure: { status: 500 },
  stopping: { status: 503, headers: { 'Retry-After': '5' } },
};

/** Seconds after which a retry may succeed; absent for a damaged database. */
const RETRY_AFTER: Readonly<Record<Exclude<StoreErrorKind, 'damaged'>, string>> = {
  busy: '5',
  full: '60',
  read_only: '60',
  io: '60',
  away: '60',
  unreachable: '5',
  lists_away: '60',
};

const UNAVAILABLE: Partial<Readonly<Record<StoreErrorKind, string>>> = {
  busy: 'The database is busy: try again later',
  lists_away: 'The lists are not available: try again later',
};

function storeUnavailable(kind: Exclude<StoreErrorKind, 'damaged'>): HttpError {
  return new HttpError(503, UNAVAILABLE[kind] ?? 'The database is not available: try again later', {
    'Retry-After': RETRY_AFTER[kind],
  });
}

/** The response to any error. An unexpected one is shown without its details. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isAbort(error)) return new HttpError(408, 'Nobody waits for the answer any more');
  if (error instanceof StoreError && error.kind !== 'damaged') return storeUnavailable(error.kind);
  if (!(error instanceof ServiceError)) return new HttpError(500, 'Internal server error');
  const { status, headers } = EDGES[error.kind];
  return new HttpError(status, error.message, headers);
}
