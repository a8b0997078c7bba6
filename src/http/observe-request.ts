import { randomUUID } from 'node:crypto';
import { observeStoreError } from '../service/service-event.ts';
import { answerError } from './answer.ts';
import type { HttpDeps, RequestContext } from './environment.ts';
import { httpErrorOf } from './http-error.ts';

export type Handler = (c: RequestContext) => Promise<Response> | Response;

/** What is told of paths that are no route: they may hold anything, and would each be a metric. */
export const OTHER_ROUTE = 'other';

/** Gives each request its id, answers errors, and tells how it went. */
export function observed(deps: HttpDeps, route: string, handler: Handler): Handler {
  const { observe } = deps.service;
  return async (c) => {
    const requestId = requestIdOf(c);
    c.set('requestId', requestId);
    const began = performance.now();
    let response: Response;
    try {
      response = await handler(c);
    } catch (error) {
      response = refusalOf(deps, c, error);
    }
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

function refusalOf(deps: HttpDeps, c: RequestContext, error: unknown): Response {
  const refusal = httpErrorOf(error);
  const isStoreError = observeStoreError(deps.service, c.get('requestId'), error);
  if (refusal.status === 500 && !isStoreError) deps.logTrouble(c.get('requestId'), error);
  return answerError(c, refusal);
}

/** The caller's own id where it is a sane one, so that both logs can be read side by side. */
function requestIdOf(c: RequestContext): string {
  const given = c.req.header('x-request-id');
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
