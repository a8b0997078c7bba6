import { Hono } from 'hono';
import { type Operation, ROUTES } from '../contract/routes.ts';
import { authenticate } from '../service/authenticate.ts';
import { answer, answerError, headersOf } from './answer.ts';
import type { Environment, HttpDeps, RequestContext } from './environment.ts';
import { HttpError, httpErrorOf, nothingHere } from './http-error.ts';
import { metricsPage } from './metrics-page.ts';
import { observedBy } from './observe-request.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import { obeyRateLimit } from './rate-limit.ts';

/** The interface as an application: from a Request to a Response, without a socket. */
export function createApp(deps: HttpDeps): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(observedBy(deps));
  for (const operation of Object.keys(ROUTES) as Operation[]) serveOperation(app, deps, operation);
  serveOpenly(app, '/api/v1/openapi.json', async (c) => answer(c, openApiDocument()));
  serveOpenly(app, '/docs', async (c) => (await import('./docs/docs-page.ts')).docsPage(c));
  serveOpenly(app, '/healthz', async (c) => answer(c, { status: 'ok' }));
  serveOpenly(app, '/readyz', (c) => readiness(c, deps));
  if (deps.metrics) serveOpenly(app, '/metrics', metricsPage(deps.metrics));
  app.notFound((c) => pageOf(c, deps) ?? answerError(c, nothingHere()));
  app.onError((error, c) => {
    const refusal = httpErrorOf(error);
    if (refusal.status === 500) deps.logTrouble(c.get('requestId'), error);
    return answerError(c, refusal);
  });
  return app;
}

/** What is no path of the interface is left to the pages, where there are any. */
function pageOf(c: RequestContext, { pages }: HttpDeps): Response | Promise<Response> | undefined {
  if (!pages || c.req.path.startsWith('/api/')) return undefined;
  return pages(c.req.raw, { ...c.env, requestId: c.get('requestId') });
}

/** The key is judged before anything else that the request carries. */
function serveOperation(app: Hono<Environment>, deps: HttpDeps, operation: Operation): void {
  const { method, path } = ROUTES[operation];
  const route = path.replace('{id}', ':id');
  app.on(method, route, async (c) => {
    const team = await authenticate(deps.authenticator, c.req.header('Authorization'));
    c.set('teamId', team.id);
    if (deps.rateLimiter) obeyRateLimit(c, deps.rateLimiter, team.id);
    return answer(c, await OPERATIONS[operation](c, deps.service, team));
  });
  refuseOthers(app, route, method);
}

/** For whoever asks, without a key. */
function serveOpenly(
  app: Hono<Environment>,
  path: string,
  handler: (c: RequestContext) => Promise<Response>,
): void {
  app.get(path, handler);
  refuseOthers(app, path, 'GET');
}

function refuseOthers(app: Hono<Environment>, path: string, method: 'GET' | 'POST'): void {
  const Allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  app.options(path, (c) => new Response(null, { status: 204, headers: headersOf(c, { Allow }) }));
  app.all(path, (c) => {
    throw new HttpError(405, `${c.req.method} is not allowed here, ${method} is`, { Allow });
  });
}

async function readiness(c: RequestContext, { service }: HttpDeps): Promise<Response> {
  try {
    await service.store.ping();
  } catch {
    throw new HttpError(503, 'The store does not answer');
  }
  return answer(c, { status: 'ready' });
}
