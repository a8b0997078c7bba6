import { type BackoffLimits, backoffDelay } from '../../lib/backoff.ts';
import { formatDuration } from '../../lib/duration.ts';
import { MailvetError } from '../../lib/errors.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { decodeErrorMessage } from '../decode.ts';
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_LIFETIME_HEADER,
  parseIdempotencyLifetime,
  SAYS_LIFETIME,
} from '../idempotency.ts';
import { PROBLEM_HEADER, parseProblems } from '../reachability.ts';
import { operationPath, PREFER_DETAIL, SERVICE_ROUTES, type ServiceOperation } from '../routes.ts';
import { CLIENT_DEFAULTS, type ClientDeps, type ClientSettings } from './client-settings.ts';
import { cleanText, parseForeignJson } from './foreign-json.ts';
import type { CallOptions } from './service-client.ts';
import {
  type JobOfRequest,
  sendOnce,
  type Transport,
  type TryResult,
  type WireAnswer,
  type WireRequest,
} from './transport.ts';

/** One call of an operation: what to send, and how to read the answer. */
export interface Call<T> {
  readonly operation: ServiceOperation;
  readonly kind: Repeatable;
  readonly id?: string;
  readonly query?: Readonly<Record<string, number | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly job?: JobOfRequest | undefined;
  /** Undefined when the JSON is not the interface. */
  readonly decode: (json: unknown) => T | undefined;
}

/** What all calls of a client share. */
export interface Caller {
  readonly settings: ClientSettings & { readonly baseUrl: string };
  readonly deps: ClientDeps;
  readonly transport: () => Promise<Transport>;
  /** What the service said last of its keys, in milliseconds. */
  readonly idempotency: { lifetime: number | undefined };
}

/** Makes the call, again where that is safe, and decodes the answer. */
export async function perform<T>(caller: Caller, call: Call<T>, options: CallOptions): Promise<T> {
  const request = wireRequest(caller.settings, call);
  const outcome = await sendUntilSettled(caller, {
    request,
    kind: call.kind,
    signal: options.signal,
  });
  const { answer } = outcome;
  if (answer && isSuccess(answer.status)) {
    const decoded = call.decode(readJson(answer, caller.settings.apiKey));
    if (decoded !== undefined) {
      noteProblems(caller, answer);
      noteLifetime(caller, call.operation, answer);
      return decoded;
    }
  }
  throw withoutKey(
    errorFor(call, outcome, { url: request.url, key: caller.settings.apiKey }),
    caller.settings.apiKey,
  );
}

function noteProblems({ deps: { onProblem } }: Caller, answer: WireAnswer): void {
  if (onProblem) parseProblems(answer.header(PROBLEM_HEADER)).forEach(onProblem);
}

function noteLifetime(caller: Caller, operation: ServiceOperation, answer: WireAnswer): void {
  if (!SAYS_LIFETIME.has(operation)) return;
  const header = answer.header(IDEMPOTENCY_LIFETIME_HEADER);
  caller.idempotency.lifetime = parseIdempotencyLifetime(header);
}

/** Operations whose answers can say why. */
const WITH_DETAIL: ReadonlySet<ServiceOperation> = new Set([
  'verify',
  'listVerifications',
  'getBatch',
  'listBatches',
]);

function wireRequest(settings: ClientSettings, call: Call<unknown>): WireRequest {
  const url = new URL(`${settings.baseUrl}${operationPath(call.operation, call.id)}`);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { body, idempotencyKey, job } = call;
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    accept: 'application/json',
    'user-agent': settings.userAgent ?? 'mailvet',
    ...(WITH_DETAIL.has(call.operation) ? { prefer: PREFER_DETAIL } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
  };
  return { method: SERVICE_ROUTES[call.operation].method, url, headers, body, job };
}

interface Sending {
  readonly request: WireRequest;
  readonly kind: Repeatable;
  readonly signal?: AbortSignal | undefined;
}

async function sendUntilSettled(caller: Caller, sending: Sending): Promise<TryResult> {
  const { deps, settings } = caller;
  const retries = settings.retries ?? CLIENT_DEFAULTS.retries;
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(caller, sending);
    if (attempt >= retries || deps.stop?.aborted) return outcome;
    if (!mayRepeat(sending.kind, outcome)) return outcome;
    const retryAfter = parseRetryAfter(outcome.answer?.header('retry-after'), deps.clock.now());
    const delay = retryDelay(attempt, deps.random(), retryAfter);
    if (delay > timeLeft(caller)) return outcome;
    if (settings.deadline === undefined && delay > MAX_WAIT_MS) return tooLong(outcome, delay);
    if (retryAfter !== undefined) deps.onWait?.(delay);
    await deps.clock.sleep(delay, sending.signal ?? deps.stop);
  }
}

/** The service asks for a wait that the user must know about first. */
function tooLong({ answer }: TryResult, ms: number): TryResult {
  const message = `The service asks to wait ${formatDuration(ms)} (Retry-After)`;
  const error = new MailvetError('rate_limited', message, {
    hint: ['Try again then', { code: 'longer_timeout' }],
    ...(answer && { status: answer.status }),
  });
  return { failure: { surelyUnsent: true, error } };
}

function timeLeft({ settings, deps }: Caller): number {
  return settings.deadline === undefined
    ? Number.POSITIVE_INFINITY
    : settings.deadline - deps.clock.monotonic();
}

async function tryOnce(caller: Caller, { request, signal }: Sending): Promise<TryResult> {
  const { settings, deps } = caller;
  const left = timeLeft(caller);
  if (left <= 0) return { failure: { surelyUnsent: true, error: outOfTime() } };
  const own = settings.tryTimeout ?? CLIENT_DEFAULTS.tryTimeout;
  const timeout = Math.min(own, left);
  const began = deps.clock.monotonic();
  const transport = await caller.transport();
  const outcome = await sendOnce(request, { transport, clock: deps.clock, timeout, signal });
  const line = describeTry(request, outcome, deps.clock.monotonic() - began);
  deps.debug?.(cleanText(line, settings.apiKey).slice(0, MAX_LINE_LENGTH));
  return left < own ? namingTimeout(outcome) : outcome;
}

/** A try that the deadline cut short was not slow: its user's time was up. */
function namingTimeout(outcome: TryResult): TryResult {
  if (outcome.failure?.error.code !== 'request_timeout') return outcome;
  return { failure: { ...outcome.failure, error: outOfTime() } };
}

function outOfTime(): MailvetError {
  return new MailvetError('request_timeout', '--timeout ran out before the service answered', {
    hint: 'Allow more time, or ask again later',
    option: 'timeout',
  });
}

const MAX_LINE_LENGTH = 500;

/** Method, path, outcome, time and request id: nothing that holds a key or an address. */
function describeTry(
  { method, url }: WireRequest,
  { answer, failure }: TryResult,
  ms: number,
): string {
  const result = answer ? String(answer.status) : failure.error.message;
  const id = answer?.header('x-request-id');
  const took = `${Math.round(ms)} ms`;
  return `${method} ${url.pathname}${url.search} ${result} ${took}${id ? ` (request ${id})` : ''}`;
}

interface ErrorScope {
  readonly url: URL;
  readonly key: string;
}

function errorFor(call: Call<unknown>, outcome: TryResult, scope: ErrorScope): MailvetError {
  const { url } = scope;
  const error = plainError(outcome, scope);
  const { answer } = outcome;
  const misread = answer !== undefined && isSuccess(answer.status);
  if (call.kind !== 'create' || !(misread || isAnswerLost(outcome))) return error;
  return new MailvetError(
    'answer_lost',
    `Whether ${url.host} took the batch is not known: ${error.message}`,
    { ...(error.status === undefined ? {} : { status: error.status }), cause: error },
  );
}

function plainError({ answer, failure }: TryResult, { url, key }: ErrorScope): MailvetError {
  if (failure) return failure.error;
  return isSuccess(answer.status) ? unreadableError(answer, url) : toError(answer, url, key);
}

/** A service or proxy may echo the key: it goes no further, not even in a cause. */
function withoutKey(error: MailvetError, key: string): MailvetError {
  const cause = error.cause instanceof Error ? error.cause.message : '';
  if (!error.message.includes(key) && !cause.includes(key)) return error;
  return new MailvetError(error.code, error.message.replaceAll(key, '[key]'), {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.status === undefined ? {} : { status: error.status }),
  });
}

/**
 * What may be sent again.
 *
 * - `read`: a GET changes nothing, so every passing error is worth another try.
 * - `spend`: verify and cancel. Repeating them does no harm to the state, but a verification may
 *   cost quota: they are repeated only where the service did nothing (no connection, 429) or says
 *   itself that it will do it later (503 with Retry-After).
 * - `create`: Create Batch, which nobody can undo: only where the service surely did nothing.
 */
type Repeatable = 'read' | 'spend' | 'create';

const BACKOFF: BackoffLimits = { first: 500, max: 20_000 };

/** True when the outcome is worth another try of a request of this kind. */
function mayRepeat(kind: Repeatable, outcome: TryResult): boolean {
  const { answer, failure } = outcome;
  if (failure) {
    if (failure.error.code === 'bad_answer') return false;
    return failure.surelyUnsent || kind === 'read';
  }
  if (answer.status === 429) return true;
  if (kind === 'read') return answer.status === 408 || answer.status >= 500;
  return kind === 'spend' && answer.status === 503 && answer.header('retry-after') !== undefined;
}

/**
 * True when a POST was sent and whether the service acted on it can't be known: the connection
 * broke, the answer was late, or it was one that says nothing (408, 5xx).
 */
function isAnswerLost({ answer, failure }: TryResult): boolean {
  if (failure) return !failure.surelyUnsent;
  return answer.status === 408 || answer.status >= 500;
}

/**
 * Milliseconds before the next try. What the service asks for is kept in full, never shortened; and
 * a service that asks for less than our own back-off is not asked sooner.
 */
function retryDelay(attempt: number, random: number, retryAfter?: number): number {
  const own = backoffDelay(BACKOFF, attempt, random);
  return retryAfter === undefined ? own : Math.max(retryAfter + Math.round(own / 10), own);
}

/** Without --timeout, a longer wait is not waited for: it is reported, and the run ends. */
const MAX_WAIT_MS = DAY_MS;

/**
 * Milliseconds that a `Retry-After` header asks to wait (RFC 9110, section 10.2.3): a number of
 * seconds or an HTTP date. Undefined without one, or when it can't be read.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  // Only a date: Date.parse would make something even of "-1".
  if (!/[a-z]{3}/i.test(text) || !/\d{2}:\d{2}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Whether an HTTP status is 2xx. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** An answer that is no success, as the error that says how to react. */
function toError(answer: WireAnswer, url: URL, key: string): MailvetError {
  const { status } = answer;
  if (status >= 300 && status < 400) return redirectError(answer, url);
  const message = readMessage(answer, key);
  const suffix = message === undefined ? '' : `: ${message}`;
  if (status === 401) {
    return new MailvetError('unauthorized', `The service refused the API key${suffix}`, {
      hint: [{ code: 'check_key' }],
      status,
    });
  }
  if (status === 402) {
    return new MailvetError('quota', `The team's plan limit is reached${suffix}`, {
      hint: 'Raise the plan or wait for the next period, then go on',
      status,
    });
  }
  if (status === 429) {
    return new MailvetError('rate_limited', `${url.host} answers that we ask too often`, {
      hint: ['Try again later', { code: 'fewer_requests' }],
      status,
    });
  }
  if (status === 408) {
    return new MailvetError('request_timeout', `${url.host} gave up waiting for the request`, {
      status,
    });
  }
  if (status >= 500) {
    return new MailvetError('server', `${url.host} answered ${status}${suffix}`, {
      hint: 'The fault is on the side of the service: try again later',
      status,
    });
  }
  return new MailvetError('refused', `The service refused the request (${status})${suffix}`, {
    status,
  });
}

/** A redirect is never followed: the key would go to wherever it points. */
function redirectError(answer: WireAnswer, url: URL): MailvetError {
  const location = answer.header('location');
  const target = location === undefined ? null : URL.parse(location, url.href);
  const where = target ? ` to ${target.host}` : '';
  return new MailvetError('bad_answer', `${url.host} redirects (${answer.status})${where}`, {
    hint: 'Redirects are not followed with the key: give the final address as the base URL',
    status: answer.status,
  });
}

/** The JSON of an answer; undefined where it is not JSON. */
function readJson({ content }: WireAnswer, key: string): unknown {
  return 'value' in content ? content.value : parseForeignJson(content.bytes, key);
}

function looksLikeHtml({ content }: WireAnswer): boolean {
  return 'bytes' in content && /^\s*</.test(content.bytes.toString('latin1', 0, 100));
}

/** A success that is not the interface. */
function unreadableError(answer: WireAnswer, url: URL): MailvetError {
  const html = looksLikeHtml(answer) ? ' (it looks like a web page)' : '';
  return new MailvetError('bad_answer', `The answer of ${url.host} can't be understood${html}`, {
    hint: 'Is the base URL that of a verification service?',
    status: answer.status,
  });
}

const MAX_MESSAGE_LENGTH = 300;

function readMessage(answer: WireAnswer, key: string): string | undefined {
  const message = decodeErrorMessage(readJson(answer, key));
  return message?.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_LENGTH);
}
