import type { Hono } from 'hono';
import type { JobOfBatch } from '../service/records.ts';
import { headerReader } from './answer.ts';
import type { Environment, ResponseHead } from './environment.ts';

/** A request from within the process. Its body is a value, not JSON. */
interface LocalRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The list of the command line that a batch is a portion of. */
  readonly job?: JobOfBatch | undefined;
}

/** A response within the process. */
interface LocalResponse {
  readonly status: number;
  header(name: string): string | undefined;
  readonly content: { readonly value: unknown };
}

export type LocalTransport = (request: LocalRequest, signal: AbortSignal) => Promise<LocalResponse>;

/**
 * Calls the application within the process: the same routes, checks and errors as over a socket,
 * while bodies are handed over as values. Requests and responses are plain objects: the first Request or
 * Response of a process has Node load its fetch, 50 ms of processor time.
 */
export function localTransport(app: Pick<Hono<Environment>, 'fetch'>): LocalTransport {
  return async (request, signal) => {
    signal.throwIfAborted();
    const { body, job } = request;
    const local = { request: body, job, response: undefined as unknown };
    const answering: ResponseHead | Promise<ResponseHead> = app.fetch(toRequest(request, signal), {
      local,
    });
    const response = await endsWithSignal(answering, signal);
    const header = (name: string) => response.headers.get(name) ?? undefined;
    return { status: response.status, header, content: { value: local.response } };
  };
}

/** A plain object with what the application reads of a Request. */
function toRequest({ method, url, headers }: LocalRequest, signal: AbortSignal): Request {
  const read: Pick<Request, 'method' | 'url' | 'signal'> & Pick<ResponseHead, 'headers'> = {
    method,
    url: url.href,
    signal,
    headers: headerReader(headers),
  };
  return read as Request;
}

function endsWithSignal<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  Promise.resolve(work).then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
