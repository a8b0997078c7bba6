import { Client, type Dispatcher } from 'undici';
import { setAlarm } from '../lib/alarm.ts';
import type { Clock } from '../lib/clock.ts';
import { type Connect, NoConnection } from './judged-connection.ts';

/** For a whole attempt: look-up, connection, TLS, request and answer. */
const ATTEMPT_MS = 10_000;
/** What a receiver says beside its status does not matter; no more of it is read. */
const MAX_BODY_BYTES = 4096;
const BODY_MS = 1000;

export interface AttemptResult {
  /** The status; null without an answer. */
  readonly answer: number | null;
  /** Null for a success. */
  readonly error: string | null;
  /** Milliseconds that the receiver asks to wait. */
  readonly retryAfter?: number;
}

export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

export interface SendDeps {
  readonly connect: Connect;
  readonly clock: Clock;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/** Sends a message once. Rejects only with the reason of `stopping`. */
export async function sendWebhook(
  { connect, clock, stopping }: SendDeps,
  message: OutgoingMessage,
): Promise<AttemptResult> {
  const timer = new AbortController();
  const cancelAlarm = setAlarm(clock, ATTEMPT_MS, () => timer.abort(TOO_SLOW));
  const signal = AbortSignal.any([timer.signal, stopping]);
  try {
    return toResult(await exchange({ connect, clock }, message, signal));
  } catch (error) {
    stopping.throwIfAborted();
    return { answer: null, error: describe(timer.signal.aborted ? TOO_SLOW : error) };
  } finally {
    cancelAlarm();
  }
}

const TOO_SLOW = new NoConnection(`no answer within ${ATTEMPT_MS / 1000} s`);

interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
}

/** A connection of its own: what one message leaves behind is no concern of the next. */
async function exchange(
  { connect, clock }: Pick<SendDeps, 'connect' | 'clock'>,
  { url: href, headers, payload }: OutgoingMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(href);
  const stream = await connect(url, signal);
  const client = new Client(url.origin, {
    // In a later turn: undici does not take a connection before its call has returned.
    connect: (_, callback) => setImmediate(callback, null, stream),
    // The alarm of the whole attempt is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'mailvet' },
      body: payload,
      signal,
      reset: true,
    });
    await skip(answer.body, clock);
    return { status: answer.statusCode, headers: answer.headers };
  } finally {
    client.destroy().catch(() => {});
    stream.destroy();
  }
}

/** Lets a receiver finish its answer, within limits. The status counts, however the body goes on. */
async function skip(body: Dispatcher.ResponseData['body'], clock: Clock): Promise<void> {
  const over = new AbortController();
  const cancelAlarm = setAlarm(clock, BODY_MS, () => over.abort());
  await body.dump({ limit: MAX_BODY_BYTES, signal: over.signal }).catch(() => {});
  cancelAlarm();
}

function toResult({ status, headers }: Answer): AttemptResult {
  if (status >= 200 && status < 300) return { answer: status, error: null };
  if (status >= 300 && status < 400) {
    return { answer: status, error: `answered ${status}: redirects are not followed` };
  }
  const seconds = /^\d{1,6}$/.exec(String(headers['retry-after'] ?? ''))?.[0];
  return {
    answer: status,
    error: `answered ${status}`,
    ...(seconds && { retryAfter: Number(seconds) * 1000 }),
  };
}

/** In words of ours: what a receiver sends is not shown to anybody. */
function describe(error: unknown): string {
  if (error instanceof NoConnection) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? 'the connection ended without an answer'
    : `the connection ended without an answer (${code})`;
}
