import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedMessage } from '../../../composition/listen.ts';
import type { Context } from '../../context.ts';

/** Before the sender gives its attempt up, which is after ten. */
const FORWARD_MS = 9000;

/** What came of sending a message on. */
export interface Forwarded {
  /** Null without an answer. */
  readonly status: number | null;
  /** Why there was none. */
  readonly error: string | null;
  /** Milliseconds. */
  readonly took: number;
}

/** Sends a message on as it came. Never rejects. */
export async function forwardMessage(
  { headers, body }: Pick<ReceivedMessage, 'headers' | 'body'>,
  target: URL,
  { clock, signal }: Pick<Context, 'clock' | 'signal'>,
): Promise<Forwarded> {
  const start = clock.monotonic();
  const took = () => Math.round(clock.monotonic() - start);
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: endToEnd(headers),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null, took: took() };
  } catch (error) {
    return { status: null, error: describe(error as Error), took: took() };
  }
}

/** Those of one connection, and of the other host. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding'],
  ...['te', 'trailer', 'upgrade', 'proxy-connection'],
]);

function endToEnd(headers: IncomingHttpHeaders): Headers {
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  return new Headers(kept.map(([name, value]): [string, string] => [name, String(value)]));
}

function describe(error: Error & { cause?: unknown }): string {
  if (error.name === 'TimeoutError') return `no answer within ${FORWARD_MS / 1000} s`;
  // Without a code fetch has refused the target itself, such as a port that browsers block: "bad port".
  const { code, message } = (error.cause ?? {}) as { readonly code?: string; message?: string };
  const reason = code ?? message;
  return reason === undefined ? 'no answer' : `no answer (${reason})`;
}
