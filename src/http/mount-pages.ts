import type { Env, Hono } from 'hono';
import type { Environment, HttpDeps } from './environment.ts';
import { nothingHere } from './http-error.ts';
import { OTHER_ROUTE, observed, observePages } from './observe-request.ts';

/**
 * Mounts the pages after the interface's routes. They handle their own errors and unknown paths;
 * below /api/ an unknown path is the interface's error.
 */
export function mountPages<E extends Env>(
  app: Hono<Environment>,
  deps: HttpDeps,
  pages: Hono<E>,
): void {
  const unknownPath = () => {
    throw nothingHere();
  };
  app.all('/api/*', observed(deps, OTHER_ROUTE, unknownPath));
  app.use(observePages(deps));
  app.route('/', pages);
}
