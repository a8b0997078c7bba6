import type { DashboardDeps, PageContext } from './environment.ts';

type Place = Pick<DashboardDeps, 'publicUrl'>;

/** Where people reach us, without a trailing slash: as said at the start, else as this browser does. */
export function reachedBy(c: PageContext, { publicUrl }: Place): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = new URL(c.req.url);
  const proxied = c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim();
  return `${proxied === 'https' ? 'https:' : protocol}//${host}`;
}

/**
 * Whether the browser speaks TLS, to us or to a proxy before us. Who forges the proxy's header only
 * keeps their own cookie from themselves.
 */
export function isSecure(c: PageContext, place: Place): boolean {
  return reachedBy(c, place).startsWith('https:');
}
