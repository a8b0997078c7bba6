import type { Hono } from 'hono';
import { headersOf } from './answer.ts';
import type { Environment, ProbeDeps } from './environment.ts';
import { HttpError } from './http-error.ts';
import { type Handler, observed } from './observe-request.ts';

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
