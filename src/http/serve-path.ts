import { randomUUID } from 'node:crypto';
import { type Env, Hono, type MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { ServiceError } from '../service/service-error.ts';
import { observeStoreError } from '../service/service-event.ts';
import { answerError, headersOf } from './answer.ts';
import type {
  Environment,
  HttpDeps,
  ProbeDeps,
  RequestContext,
  ResponseHead,
} from './environment.ts';
import { HttpError, nothingHere, toHttpError } from './http-error.ts';

export type Handlers = Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>;

interface ServedPath {
  readonly path: string;
  readonly handlers: Handlers;
}

/** One handler for all methods of a path: Hono calls a single handler fastest. */
export function servePath(
  app: Hono<Environment>,
  deps: ProbeDeps,
  { path, handlers }: ServedPath,
): void {
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

export type Handler = (c: RequestContext) => Promise<ResponseHead> | ResponseHead;

/** The label of unknown paths: they may hold anything, and each would be a metric of its own. */
export const OTHER_ROUTE = 'other';

/** Gives each request its id, answers errors, and reports the outcome. */
export function observed(deps: ProbeDeps, route: string, handler: Handler): HonoHandler {
  return async (c) => {
    const report = startRequest(deps, c);
    let response: ResponseHead;
    try {
      response = await handler(c);
    } catch (error) {
      response = answerFailure(deps, c, error);
    }
    report(route, response.status);
    // Hono hands on what the only handler of a path returns, as it is.
    return response as Response;
  };
}

type HonoHandler = (c: RequestContext) => Promise<Response>;

/** The same for mounted pages, which handle their own errors. */
function observePages(deps: ProbeDeps): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const report = startRequest(deps, c);
    await next();
    report(pageRoute(routePath(c)), c.res.status);
  };
}

/** A page's pattern in the notation of the interface; its catch-all is no route. */
function pageRoute(pattern: string): string {
  return pattern.endsWith('*') ? OTHER_ROUTE : pattern.replace(/:(\w+)/g, '{$1}');
}

/** Returns the function that reports the request once it is answered. */
function startRequest({ service: { observe } }: ProbeDeps, c: RequestContext) {
  const requestId = requestIdOf(c);
  c.set('requestId', requestId);
  const began = performance.now();
  return (route: string, status: number): void => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const { method } = c.req;
    observe?.({ event: 'request', requestId, method, route, status, ms, teamId: c.get('teamId') });
  };
}

function answerFailure(deps: ProbeDeps, c: RequestContext, error: unknown): ResponseHead {
  const refusal = toHttpError(error);
  const isStoreError = observeStoreError(deps.service, c.get('requestId'), error);
  const isAskedFor = error instanceof ServiceError;
  if (refusal.status === 500 && !isStoreError && !isAskedFor)
    deps.logError(c.get('requestId'), error);
  return answerError(c, refusal);
}

/** The caller's own id where it is well-formed, so that both logs can be correlated. */
function requestIdOf(c: RequestContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/**
 * Answers paths that the interface does not have from the pages, which handle their own errors and
 * unknown paths; below /api/ an unknown path is the interface's error. The pages stay an application
 * of their own: with their middleware in the interface's, each of its requests would pass through a
 * chain of handlers instead of one.
 */
export function mountPages<E extends Env>(
  app: Hono<Environment>,
  deps: HttpDeps,
  pages: Hono<E>,
): void {
  const observedPages = new Hono<Environment>();
  observedPages.use(observePages(deps));
  observedPages.route('/', pages);
  const unknownPath = observed(deps, OTHER_ROUTE, () => {
    throw nothingHere();
  });
  app.notFound((c: RequestContext) =>
    isInterfacePath(c.req.path) ? unknownPath(c) : observedPages.fetch(c.req.raw, c.env),
  );
}

function isInterfacePath(path: string): boolean {
  return path.startsWith('/api/') || path === '/api';
}
