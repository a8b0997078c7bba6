import { message } from '../i18n/message.ts';
import type { DashboardDeps, PageContext } from './environment.ts';
import { PageError } from './page-error.ts';

/**
 * Accepts requests from the dashboard's own pages. Browsers send Sec-Fetch-Site over TLS and on
 * loopback, and Origin with every POST; a request with neither is not from a current browser.
 */
export function checkOrigin(c: PageContext, deps: Pick<DashboardDeps, 'publicUrl'>): void {
  const site = c.req.header('Sec-Fetch-Site');
  if (site === undefined ? isOwnOrigin(c, deps) : site === 'same-origin') return;
  throw new PageError(403, message('errorTexts.other_origin'));
}

/** Compares hosts only: a proxy in front may use TLS where the service does not. */
function isOwnOrigin(c: PageContext, { publicUrl }: Pick<DashboardDeps, 'publicUrl'>): boolean {
  const origin = hostOf(c.req.header('Origin'));
  if (origin === undefined) return false;
  return origin === hostOf(publicUrl) || origin === new URL(c.req.url).host;
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (URL.parse(url)?.host ?? undefined);
}
