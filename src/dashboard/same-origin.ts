import type { DashboardDeps, PageContext } from './environment.ts';
import { PageError } from './page-error.ts';

/**
 * Lets through what one of our own pages sent. Browsers say so by themselves: Sec-Fetch-Site over
 * TLS and on this machine, Origin with every POST. What has neither is no browser of today.
 */
export function checkOrigin(c: PageContext, deps: Pick<DashboardDeps, 'publicUrl'>): void {
  const site = c.req.header('Sec-Fetch-Site');
  if (site === undefined ? isOwnOrigin(c, deps) : site === 'same-origin') return;
  throw new PageError(403, 'This form was not sent from the dashboard: go back and try again');
}

/** Hosts alone are compared: a proxy before us may speak TLS where we don't. */
function isOwnOrigin(c: PageContext, { publicUrl }: Pick<DashboardDeps, 'publicUrl'>): boolean {
  const origin = hostOf(c.req.header('Origin'));
  if (origin === undefined) return false;
  return origin === hostOf(publicUrl) || origin === new URL(c.req.url).host;
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.host ?? undefined);
}
