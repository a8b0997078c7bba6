import type { Hono } from 'hono';
import { observeStoreError } from '../service/service-event.ts';
import { answer } from './answer.ts';
import type { Environment, ProbeDeps, RequestContext, ResponseHead } from './environment.ts';
import { HttpError, nothingHere } from './http-error.ts';
import { metricsPage } from './metrics-page.ts';
import { type Handler, OTHER_ROUTE, observed } from './observe-request.ts';
import { servePath } from './serve-path.ts';

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
  } catch (error) {
    observeStoreError(service, c.get('requestId'), error);
    throw new HttpError(503, 'The database can not be written', { 'Retry-After': '5' });
  }
  return answer(c, { status: 'ready' });
}
