import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import { readBounded } from '../../lib/read-bounded.ts';
import { type CallFailure, toFailure } from './failure.ts';
import { hasTooManyValues } from './foreign-json.ts';

/** No answer of the interface comes near it: a page of 1000 entries has some 300 kB. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** A request as it is sent. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A value, which goes as JSON. */
  readonly body?: unknown;
  /** For a service in this process: it leaves the process with no request. */
  readonly job?: JobOfRequest | undefined;
}

/** The list of the command line that a batch is a portion of. */
export interface JobOfRequest {
  /** `job_…` */
  readonly id: string;
  readonly name: string;
  /** Addresses of the whole list; null where some of them are asked again. */
  readonly size: number | null;
}

/** An answer with its whole body. */
export interface WireAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly content: WireContent;
}

/** The bytes of an answer, or its value where the service is in this process. */
type WireContent = { readonly bytes: Buffer } | { readonly value: unknown };

/** Sends a request and resolves with its answer. Rejects if it fails, or the signal aborts. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;

/** The answer to one attempt, or why it failed. */
export type TryResult =
  | { readonly answer: WireAnswer; readonly failure?: undefined }
  | { readonly answer?: undefined; readonly failure: CallFailure };

interface TryOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Milliseconds that this try may take. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends the request once. Rejects only with the caller's signal's reason. */
export async function sendOnce(request: WireRequest, options: TryOptions): Promise<TryResult> {
  options.signal?.throwIfAborted();
  // Not `AbortSignal.any`: its weak references cost an embedded request a tenth of its time.
  const end = new AbortController();
  const cancelAlarm = setAlarm(options.clock, options.timeout, () => end.abort());
  const giveUp = () => end.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', giveUp);
  try {
    return { answer: await options.transport(request, end.signal) };
  } catch (error) {
    options.signal?.throwIfAborted();
    return {
      failure: end.signal.aborted ? timeoutFailure(request, options) : failed(error, request),
    };
  } finally {
    options.signal?.removeEventListener('abort', giveUp);
    cancelAlarm();
  }
}

/** Sends requests over the connections of a dispatcher. */
export function httpTransport(dispatcher: Dispatcher): Transport {
  return (request, signal) => exchange(request, dispatcher, signal);
}

async function exchange(
  request: WireRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const { request: send } = await import('undici');
  const { method, url, headers, body } = request;
  // An answer without a question that has arrived is met while nothing is asked, and its connection closed.
  await new Promise(setImmediate);
  signal.throwIfAborted();
  const {
    statusCode,
    headers: got,
    body: stream,
  } = await send(url, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    dispatcher,
    signal,
  });
  return {
    status: statusCode,
    header: headerReader(got),
    content: { bytes: await readAnswer(stream, url) },
  };
}

function headerReader(headers: Record<string, string | string[] | undefined>) {
  return (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
}

async function readAnswer(stream: Readable, url: URL): Promise<Buffer> {
  const body = await readBounded(stream, MAX_ANSWER_BYTES);
  if (!body) {
    stream.destroy();
    throw new MailvetError('bad_answer', tooLarge(url));
  }
  if (hasTooManyValues(body)) throw new MailvetError('bad_answer', tooMany(url));
  return body;
}

function tooMany(url: URL): string {
  return `The answer of ${url.host} holds more than anybody asked for`;
}

function tooLarge(url: URL): string {
  return `The answer of ${url.host} is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`;
}

function failed(error: unknown, { url }: WireRequest): CallFailure {
  if (error instanceof MailvetError) return { surelyUnsent: false, error };
  return toFailure(error, url);
}

function timeoutFailure({ url }: WireRequest, { timeout }: TryOptions): CallFailure {
  const error = new MailvetError(
    'request_timeout',
    `${url.host} did not answer within ${formatDuration(timeout)}`,
    {
      hint: 'The service may be busy: try again later',
    },
  );
  return { surelyUnsent: false, error };
}
