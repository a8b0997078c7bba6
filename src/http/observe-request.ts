import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Environment, HttpDeps, RequestContext } from './environment.ts';

/** Gives each request its id, and tells how it went. */
export function observedBy({ service: { observe } }: HttpDeps): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const requestId = requestIdOf(c);
    c.set('requestId', requestId);
    if (!observe) return next();
    const began = performance.now();
    await next();
    observe({
      event: 'request',
      requestId,
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      teamId: c.get('teamId'),
    });
  };
}

/** The caller's own id where it is a sane one, so that both logs can be read side by side. */
function requestIdOf(c: RequestContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/** The pattern that matched: a path itself may hold anything, and would be a metric of its own. */
function routeOf(c: RequestContext): string {
  const pattern = matchedRoutes(c).at(-1)?.path ?? '';
  const known = ROUTE_NAMES.get(pattern);
  if (known !== undefined) return known;
  const name =
    pattern.includes('*') || pattern === '' ? 'other' : pattern.replace(/:(\w+)/g, '{$1}');
  ROUTE_NAMES.set(pattern, name);
  return name;
}

/** As many as there are routes. */
const ROUTE_NAMES = new Map<string, string>();
