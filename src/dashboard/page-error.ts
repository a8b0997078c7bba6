import { type Hint, isMailvetError, type RemedyTable, sayHint } from '../errors.ts';
import { isAbort } from '../lib/is-abort.ts';
import {
  PeopleError,
  type PeopleErrorKind,
  ServiceError,
  type ServiceErrorKind,
} from '../service/service-error.ts';
import { StoreError } from '../service/store-error.ts';

export type PageStatus =
  | (400 | 401 | 402 | 403 | 404 | 408 | 409 | 410)
  | (412 | 413 | 415 | 422 | 429 | 500 | 503);

/** An error page that the dashboard itself decides. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly status: PageStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: PageStatus, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const OF_PEOPLE: Readonly<Record<PeopleErrorKind, PageStatus>> = {
  not_found: 404,
  link_gone: 410,
  refused: 422,
  conflict: 409,
  too_many: 429,
  busy: 503,
};

const OF_SERVICE: Readonly<Partial<Record<ServiceErrorKind, PageStatus>>> = {
  over_quota: 402,
  over_storage: 402,
  batch_not_found: 404,
  batch_ended: 409,
  too_many_batches: 429,
  rate_limited: 429,
  stopping: 503,
};

/** The error page for any error. An unexpected one is shown without its details. */
export function toPageError(error: unknown): PageError {
  if (error instanceof PageError) return error;
  if (isAbort(error)) return new PageError(408, 'Nobody waits for the answer any more');
  if (error instanceof PeopleError) {
    return new PageError(OF_PEOPLE[error.kind], pageText(error.text), retryAfter(error));
  }
  if (error instanceof StoreError && error.kind !== 'damaged') {
    const headers = { 'Retry-After': '5' };
    return new PageError(503, 'The database is not available: try again later', headers);
  }
  const status = error instanceof ServiceError ? OF_SERVICE[error.kind] : undefined;
  if (status !== undefined) return new PageError(status, (error as Error).message);
  if (isMailvetError(error, 'input')) return new PageError(422, error.message);
  return new PageError(500, 'Internal error of the service: it was written to the log');
}

function retryAfter({ retryAfterMs }: PeopleError): Record<string, string> {
  if (retryAfterMs === undefined) return {};
  return { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
}

/** Faults of the entered values: shown beside the form, which keeps the values. */
const BESIDE_FORM: readonly PageStatus[] = [402, 422, 429, 503];

/** Runs a form's action, and catches the errors that are shown beside the form. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; fault: PageError }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const fault = toPageError(error);
    if (error instanceof StoreError || !BESIDE_FORM.includes(fault.status)) throw error;
    return { ok: false, fault };
  }
}

/** The remedies that a page can name, whose reader has no command line: others are of lists and jobs. */
const WORDS: Partial<RemedyTable> = {
  allow_network: ({ isNote }) => (isNote ? '' : 'the operator'),
};

function pageText(text: Hint): string {
  return sayHint(text, WORDS);
}
