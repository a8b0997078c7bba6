import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http';
import { type Message, message } from '../i18n/message.ts';
import type { Clock } from '../lib/clock.ts';
import { setSharedAlarm } from '../lib/shared-alarms.ts';
import { NoConnection, type ReceiverConnections, type Target } from './connections.ts';

/** For a whole attempt: look-up, connection, TLS, request and answer. */
const ATTEMPT_MS = 10_000;
/** What a receiver says beside its status does not matter; no more of it is read. */
const MAX_BODY_BYTES = 4096;
const BODY_MS = 1000;

export interface AttemptResult {
  /** The status; null without an answer. */
  readonly answer: number | null;
  /** Null for a success. */
  readonly error: Message | null;
  /** Milliseconds that the receiver asks to wait. */
  readonly retryAfter?: number;
}

interface OutgoingMessage {
  readonly webhookId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string;
}

interface SendDeps {
  readonly connections: ReceiverConnections;
  readonly clock: Clock;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
}

/** Sends a message once. Rejects only with the reason of `stopping`. */
export async function sendWebhook(
  { connections, clock, stopping }: SendDeps,
  outgoing: OutgoingMessage,
): Promise<AttemptResult> {
  stopping.throwIfAborted();
  const ending = new AbortController();
  const stop = () => ending.abort(stopping.reason);
  stopping.addEventListener('abort', stop);
  const cancelAlarm = setSharedAlarm(clock, ATTEMPT_MS, () => ending.abort(TOO_SLOW));
  try {
    return toResult(await exchange({ connections, clock }, outgoing, ending.signal));
  } catch (error) {
    stopping.throwIfAborted();
    return { answer: null, error: describe(ending.signal.aborted ? TOO_SLOW : error) };
  } finally {
    cancelAlarm();
    stopping.removeEventListener('abort', stop);
  }
}

const TOO_SLOW = new NoConnection(
  message('errorTexts.webhook_too_slow', { seconds: ATTEMPT_MS / 1000 }),
);

interface WebhookAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Again where the receiver has closed a connection that it had left open, at the moment of its next use. */
async function exchange(
  { connections, clock }: Pick<SendDeps, 'connections' | 'clock'>,
  outgoing: OutgoingMessage,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  for (;;) {
    const sending = post(connections, outgoing, signal);
    let answer: IncomingMessage | undefined;
    try {
      answer = await answerTo(sending);
      await skip(answer, clock);
      return { status: answer.statusCode ?? 0, headers: answer.headers };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const wasClosed = sending.reusedSocket && CLOSED.includes(code);
      if (!wasClosed || signal.aborted) throw error;
    } finally {
      // What an answer leaves behind must not be taken for the next one.
      if (!answer?.complete) sending.destroy();
    }
  }
}

const CLOSED: readonly string[] = ['ECONNRESET', 'EPIPE'];

function post(
  agent: ReceiverConnections,
  { webhookId, url: href, headers, payload }: OutgoingMessage,
  signal: AbortSignal,
): ClientRequest {
  const url = new URL(href);
  const options: RequestOptions & { readonly target: Target } = {
    agent,
    target: { url, webhookId, signal },
    method: 'POST',
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': 'mailvet',
    },
    signal,
  };
  const sending = request(options);
  sending.end(payload);
  return sending;
}

/** The final answer: interim ones (1xx), asked for or not, are ignored (RFC 9110 section 15.2). */
function answerTo(sending: ClientRequest): Promise<IncomingMessage> {
  const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sending.on('response', resolve);
  sending.on('error', reject);
  // Without an error where the receiver changes to another protocol (101).
  sending.on('close', () => reject(new Error('closed')));
  return answer;
}

/** Lets a receiver finish its answer, within limits. The status counts, however the body goes on. */
async function skip(answer: IncomingMessage, clock: Clock): Promise<void> {
  const cancelAlarm = setSharedAlarm(clock, BODY_MS, () => answer.destroy());
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

function toResult({ status, headers }: WebhookAnswer): AttemptResult {
  if (status >= 200 && status < 300) return { answer: status, error: null };
  if (status >= 300 && status < 400) {
    return { answer: status, error: message('errorTexts.webhook_redirects', { code: status }) };
  }
  const seconds = /^\d{1,6}$/.exec(String(headers['retry-after'] ?? ''))?.[0];
  return {
    answer: status,
    error: message('errorTexts.webhook_answered', { code: status }),
    ...(seconds && { retryAfter: Number(seconds) * 1000 }),
  };
}

/** In words of ours: what a receiver sends is not shown to anybody. */
function describe(error: unknown): Message {
  if (error instanceof NoConnection) return error.said;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined
    ? message('errorTexts.webhook_cut_off')
    : message('errorTexts.webhook_cut_off_by', { code });
}
