import { type Env, Hono } from 'hono';
import type { Environment, HttpDeps, RequestContext } from './environment.ts';
import { nothingHere } from './http-error.ts';
import { OTHER_ROUTE, observed, observePages } from './observe-request.ts';

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
