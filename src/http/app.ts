import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { type Operation, ROUTES } from '../contract/routes.ts';
import type { ErrorBody } from '../contract/schemas.ts';
import { authenticate } from '../service/authenticate.ts';
import type { Environment, HttpDeps, RequestContext } from './environment.ts';
import { HttpError, httpErrorOf } from './http-error.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import { obeyRateLimit } from './rate-limit.ts';

/** The interface as an application: from a Request to a Response, without a socket. */
export function createApp(deps: HttpDeps): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c));
    c.header('x-request-id', c.get('requestId'));
    c.header('Cache-Control', 'no-store');
    await next();
  });
  for (const operation of Object.keys(ROUTES) as Operation[]) serveOperation(app, deps, operation);
  serveOpenly(app, '/api/v1/openapi.json', async (c) => c.json(openApiDocument()));
  serveOpenly(app, '/healthz', async (c) => c.json({ status: 'ok' }));
  serveOpenly(app, '/readyz', (c) => readiness(c, deps));
  app.notFound((c) => answerError(c, new HttpError(404, 'There is nothing at this path')));
  app.onError((error, c) => {
    const answer = httpErrorOf(error);
    if (answer.status === 500) deps.logTrouble(c.get('requestId'), error);
    return answerError(c, answer);
  });
  return app;
}

/** The caller's own id where it is a sane one, so that both logs can be read side by side. */
function requestIdOf(c: RequestContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/** The key is judged before anything else that the request carries. */
function serveOperation(app: Hono<Environment>, deps: HttpDeps, operation: Operation): void {
  const { method, path } = ROUTES[operation];
  const route = path.replace('{id}', ':id');
  app.on(method, route, async (c) => {
    const team = await authenticate(deps.authenticator, c.req.header('Authorization'));
    if (deps.rateLimiter) obeyRateLimit(c, deps.rateLimiter, team.id);
    return c.json(await OPERATIONS[operation](c, deps.service, team));
  });
  refuseOthers(app, route, method);
}

/** For whoever asks, without a key. */
function serveOpenly(
  app: Hono<Environment>,
  path: string,
  answer: (c: RequestContext) => Promise<Response>,
): void {
  app.get(path, answer);
  refuseOthers(app, path, 'GET');
}

function refuseOthers(app: Hono<Environment>, path: string, method: 'GET' | 'POST'): void {
  const Allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
  app.options(path, (c) => c.body(null, 204, { Allow }));
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
  return c.json({ status: 'ready' });
}

function answerError(c: RequestContext, { status, message, headers }: HttpError): Response {
  const body: ErrorBody = { statusCode: status, message };
  return c.json(body, status, { ...headers });
}
