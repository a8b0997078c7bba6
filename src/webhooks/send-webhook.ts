import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
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
  readonly headers: IncomingHttpHeaders;
}

/** A connection of its own: what one message leaves behind is no concern of the next. */
async function exchange(
  { connect, clock }: Pick<SendDeps, 'connect' | 'clock'>,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Answer> {
  const stream = await connect(new URL(message.url), signal);
  try {
    const answer = await post(stream, message, signal);
    await skip(answer, clock);
    return { status: answer.statusCode ?? 0, headers: answer.headers };
  } finally {
    stream.destroy();
  }
}

/** The final answer: interim ones (1xx), asked for or not, are ignored (RFC 9110 section 15.2). */
function post(
  stream: Socket,
  { url: href, headers, payload }: OutgoingMessage,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const url = new URL(href);
  const sending = request({
    createConnection: () => stream,
    method: 'POST',
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'user-agent': 'mailvet',
      connection: 'close',
    },
    signal,
  });
  const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sending.on('response', resolve);
  sending.on('error', reject);
  // Without an error where the receiver changes to another protocol (101).
  sending.on('close', () => reject(new Error('closed')));
  sending.end(payload);
  return answer;
}

/** Lets a receiver finish its answer, within limits. The status counts, however the body goes on. */
async function skip(answer: IncomingMessage, clock: Clock): Promise<void> {
  const cancelAlarm = setAlarm(clock, BODY_MS, () => answer.destroy());
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) break;
    }
  } catch {
    // It was cut off.
  }
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
