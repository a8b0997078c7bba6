import { type Message, message, sayMessage } from '../i18n/message.ts';
import type { Texts } from '../i18n/texts.ts';
import { isAbort } from '../lib/abort.ts';
import { isMailvetError } from '../lib/errors.ts';
import { LIST_FILE_MISSING, ListFileMissing } from '../service/lists/list-files.ts';
import {
  PeopleError,
  type PeopleErrorKind,
  ServiceError,
  type ServiceErrorKind,
} from '../service/service-error.ts';
import { StoreError } from '../service/store-error.ts';

export type PageStatus =
  | (400 | 401 | 402 | 403 | 404 | 408 | 409 | 410)
  | (413 | 422 | 429 | 500 | 503);

/** An error page that the dashboard itself decides. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly said: Saying;
  readonly status: PageStatus;
  readonly headers: Readonly<Record<string, string>>;
  /** What to do next. */
  readonly hint: Saying | undefined;

  constructor(
    status: PageStatus,
    said: Saying,
    headers: Record<string, string> = {},
    hint?: Saying,
  ) {
    super(typeof said === 'string' ? said : said.english);
    this.said = said;
    this.status = status;
    this.headers = headers;
    this.hint = hint;
  }

  /** The message with its hint, as sentences without the last full stop, in the language of a reader. */
  say(text: Texts): string {
    const said = sayTo(text, this.said);
    return this.hint === undefined ? said : `${said}. ${sayTo(text, this.hint)}`;
  }
}

/** What a page says: a message, or text in the language of its reader. */
export type Saying = Message | string;

export function sayTo(text: Texts, said: Saying): string {
  return typeof said === 'string' ? said : sayMessage(text, said);
}

const OF_PEOPLE: Readonly<Record<PeopleErrorKind, PageStatus>> = {
  not_found: 404,
  owners_only: 403,
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
  if (isAbort(error)) return new PageError(408, message('errorTexts.connection_closed'));
  if (error instanceof PeopleError) {
    return new PageError(OF_PEOPLE[error.kind], error.said, retryAfter(error));
  }
  if (error instanceof StoreError && error.kind !== 'damaged') {
    const headers = { 'Retry-After': '5' };
    if (error.kind === 'lists_away') {
      return new PageError(503, message('errorTexts.lists_down'), headers);
    }
    return new PageError(503, message('errorTexts.database_down'), headers);
  }
  if (error instanceof ListFileMissing) return new PageError(503, LIST_FILE_MISSING);
  if (error instanceof ServiceError) {
    const status = OF_SERVICE[error.kind];
    if (status !== undefined) return new PageError(status, error.said ?? error.message);
  }
  if (isMailvetError(error, 'input')) {
    return new PageError(422, error.said ?? error.message, {}, error.advice);
  }
  return new PageError(500, message('errorTexts.internal'));
}

function retryAfter({ retryAfterMs }: PeopleError): Record<string, string> {
  if (retryAfterMs === undefined) return {};
  return { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
}

/** Faults of the entered values: shown beside the form, which keeps the values. */
const BESIDE_FORM: readonly PageStatus[] = [402, 408, 413, 422, 429, 503];

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
