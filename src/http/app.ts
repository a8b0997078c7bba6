import { Hono } from 'hono';
import {
  IDEMPOTENCY_LIFETIME_HEADER,
  IDEMPOTENCY_LIFETIME_MS,
  SAYS_LIFETIME,
} from '../contract/idempotency.ts';
import { PROBLEM_HEADER } from '../contract/reachability.ts';
import { SERVICE_ROUTES, type ServiceOperation } from '../contract/routes.ts';
import { authenticate, checkScope } from '../service/authenticate.ts';
import { observeStoreError } from '../service/service-event.ts';
import { answer, headersOf } from './answer.ts';
import type { Environment, HttpDeps, RequestContext } from './environment.ts';
import { HttpError, nothingHere } from './http-error.ts';
import { wantsDetail } from './include.ts';
import { metricsPage } from './metrics-page.ts';
import { type Handler, OTHER_ROUTE, observed } from './observe-request.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import { obeyRateLimit } from './rate-limit.ts';

/** The interface as an application: from a Request to a Response, without a socket. */
export function createApp(deps: HttpDeps): Hono<Environment> {
  const app = new Hono<Environment>();
  const { metrics } = deps;
  for (const [path, handlers] of operationHandlers(deps)) servePath(app, deps, { path, handlers });
  const serveOpenly = (path: string, handler: Handler) =>
    servePath(app, deps, { path, handlers: { GET: handler } });
  serveOpenly('/api/v1/openapi.json', async (c) => answer(c, openApiDocument()));
  serveOpenly('/docs', async (c) => (await import('./docs/docs-page.ts')).docsPage(c));
  serveOpenly('/docs/results', async (c) =>
    (await import('./docs/results-page.ts')).resultsPage(c),
  );
  serveOpenly('/healthz', async (c) => answer(c, { status: 'ok' }));
  serveOpenly('/readyz', (c) => readiness(c, deps));
  if (metrics) serveOpenly('/metrics', metricsPage(metrics));
  const unknownPath = () => {
    throw nothingHere();
  };
  app.notFound(observed(deps, OTHER_ROUTE, unknownPath));
  return app;
}

type Handlers = Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>;

function operationHandlers(deps: HttpDeps): Map<string, Handlers> {
  const paths = new Map<string, Handlers>();
  for (const operation of Object.keys(SERVICE_ROUTES) as ServiceOperation[]) {
    const { method, path } = SERVICE_ROUTES[operation];
    paths.set(path, { ...paths.get(path), [method]: operationHandler(deps, operation) });
  }
  return paths;
}

/** Checks the key before anything else of the request. */
function operationHandler(deps: HttpDeps, operation: ServiceOperation): Handler {
  return async (c) => {
    const team = await authenticate(deps.authenticator, c.req.header('Authorization'));
    c.set('teamId', team.id);
    if (deps.rateLimiter) obeyRateLimit(c, deps.rateLimiter, team.id);
    checkScope(team, operation);
    const body = await OPERATIONS[operation](c, deps.service, team);
    const lifetime = SAYS_LIFETIME.has(operation) ? LIFETIME : undefined;
    return answer(c, body, 200, { ...problemHeader(c, deps), ...lifetime });
  };
}

const LIFETIME = { [IDEMPOTENCY_LIFETIME_HEADER]: String(IDEMPOTENCY_LIFETIME_MS / 1000) };

/** What keeps the verifier from learning anything, for those who ask why. */
function problemHeader(
  c: RequestContext,
  { service }: HttpDeps,
): Record<string, string> | undefined {
  const problems = service.verifier.problems?.() ?? [];
  if (problems.length === 0 || !wantsDetail(c)) return undefined;
  return { [PROBLEM_HEADER]: problems.join(', ') };
}

interface ServedPath {
  readonly path: string;
  readonly handlers: Handlers;
}

/** One handler for all methods of a path: Hono calls a single handler fastest. */
function servePath(app: Hono<Environment>, deps: HttpDeps, { path, handlers }: ServedPath): void {
  const byMethod = new Map(Object.entries(handlers));
  const methods = [...byMethod.keys()];
  const Allow = [
    ...methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one)),
    'OPTIONS',
  ].join(', ');
  const answering = observed(deps, path, (c) => {
    const requested = c.req.method;
    const handler = byMethod.get(requested === 'HEAD' ? 'GET' : requested);
    if (handler) return handler(c);
    if (requested === 'OPTIONS')
      return new Response(null, { status: 204, headers: headersOf(c, { Allow }) });
    const allowed = methods.length === 1 ? `${methods[0]} is` : `${methods.join(' and ')} are`;
    throw new HttpError(405, `${requested} is not allowed here, ${allowed}`, { Allow });
  });
  app.all(path.replace('{id}', ':id'), answering);
}

async function readiness(c: RequestContext, { service }: HttpDeps): Promise<Response> {
  try {
    await service.store.ping();
  } catch (error) {
    observeStoreError(service, c.get('requestId'), error);
    throw new HttpError(503, 'The database can not be written', { 'Retry-After': '5' });
  }
  return answer(c, { status: 'ready' });
}
