import { randomUUID } from 'node:crypto';
import { answerError } from './answer.ts';
import type { HttpDeps, RequestContext } from './environment.ts';
import { httpErrorOf } from './http-error.ts';

export type Handler = (c: RequestContext) => Promise<Response>;

/** What is told of paths that are no route: they may hold anything, and would each be a metric. */
export const OTHER_ROUTE = 'other';

/** Gives each request its id, answers errors, and tells how it went. */
export function observed(deps: HttpDeps, route: string, handler: Handler): Handler {
  const { observe } = deps.service;
  return async (c) => {
    const requestId = requestIdOf(c);
    c.set('requestId', requestId);
    const began = performance.now();
    const response = await answered(deps, handler, c);
    observe?.({
      event: 'request',
      requestId,
      method: c.req.method,
      route,
      status: response.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      teamId: c.get('teamId'),
    });
    return response;
  };
}

async function answered(deps: HttpDeps, handler: Handler, c: RequestContext): Promise<Response> {
  try {
    return await handler(c);
  } catch (error) {
    const refusal = httpErrorOf(error);
    if (refusal.status === 500) deps.logTrouble(c.get('requestId'), error);
    return answerError(c, refusal);
  }
}

/** The caller's own id where it is a sane one, so that both logs can be read side by side. */
function requestIdOf(c: RequestContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
