import type { Hono } from 'hono';
import type { Environment } from './environment.ts';

/** A request from within the process. Its body is a value, not JSON. */
export interface LocalRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response within the process. */
export interface LocalResponse {
  readonly status: number;
  header(name: string): string | undefined;
  readonly content: { readonly value: unknown };
}

export type LocalTransport = (request: LocalRequest, signal: AbortSignal) => Promise<LocalResponse>;

/**
 * Calls the application within the process: the same routes, checks and errors as over a socket,
 * while bodies are handed over as values.
 */
export function localTransport(app: Pick<Hono<Environment>, 'fetch'>): LocalTransport {
  return async ({ method, url, headers, body }, signal) => {
    signal.throwIfAborted();
    const local = { request: body, response: undefined as unknown };
    const answering = app.fetch(new Request(url, { method, headers, signal }), { local });
    const response = await endsWithSignal(answering, signal);
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return { status: response.status, header, content: { value: local.response } };
  };
}

function endsWithSignal<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  Promise.resolve(work).then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
