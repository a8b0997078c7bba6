import { isIP } from 'node:net';
import type { Hono } from 'hono';
import { observeStoreError } from '../service/service-event.ts';
import { StoreError } from '../service/store-error.ts';
import { answer, headersOf } from './answer.ts';
import type {
  Environment,
  MetricsPage,
  ProbeDeps,
  RequestContext,
  ResponseHead,
} from './environment.ts';
import { HttpError, nothingHere } from './http-error.ts';
import { type Handler, OTHER_ROUTE, observed, servePath } from './serve-path.ts';

/** Whether the process is well, for machines; every other path is unknown. */
export function serveProbes(app: Hono<Environment>, deps: ProbeDeps): void {
  const { metrics } = deps;
  const serveOpenly = (path: string, handler: Handler) =>
    servePath(app, deps, { path, handlers: { GET: handler } });
  serveOpenly('/healthz', async (c) => answer(c, { status: 'ok' }));
  serveOpenly('/readyz', (c) => readiness(c, deps));
  if (metrics) serveOpenly('/metrics', metricsPage(metrics));
  const unknownPath = () => {
    throw nothingHere();
  };
  app.notFound(observed(deps, OTHER_ROUTE, unknownPath));
}

async function readiness(c: RequestContext, { service }: ProbeDeps): Promise<ResponseHead> {
  try {
    await service.store.ping();
    service.checkLists?.();
  } catch (error) {
    observeStoreError(service, c.get('requestId'), error);
    const isListsAway = error instanceof StoreError && error.kind === 'lists_away';
    const what = isListsAway
      ? 'The folder of the lists is missing'
      : 'The database can not be written';
    throw new HttpError(503, what, { 'Retry-After': '5' });
  }
  return answer(c, { status: 'ready' });
}

/** Clients without access get a 404. */
function metricsPage({ text, contentType, open }: MetricsPage) {
  return async (c: RequestContext): Promise<Response> => {
    if (!open && !isLocal(c)) throw nothingHere();
    const headers = headersOf(c, { 'Content-Type': contentType });
    return new Response(await text(), { headers });
  };
}

const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'Via'];

/** True for a client on this machine, not for one behind a proxy on it. */
function isLocal(c: RequestContext): boolean {
  const address = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:(?=\d)/, '') ?? '';
  const loopback = isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
  return loopback && FORWARDED.every((name) => c.req.header(name) === undefined);
}
