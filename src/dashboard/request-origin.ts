import { type ClientOrigin, toSource } from '../lib/client-origin.ts';
import type { DashboardDeps, PageContext } from './environment.ts';

type OriginDeps = Pick<DashboardDeps, 'publicUrl' | 'ownUrl' | 'findOrigin'>;

/**
 * Where links lead, without a trailing slash. Never by the Host header, which the client may
 * choose: a link with a secret would lead to their server.
 */
export function linkBase({ publicUrl, ownUrl }: OriginDeps): string {
  return publicUrl ?? ownUrl();
}

/** Whether the browser speaks TLS: to us, to a trusted proxy, or always by the public URL. */
export function isSecure(c: PageContext, deps: OriginDeps): boolean {
  if (deps.publicUrl !== undefined) return deps.publicUrl.startsWith('https:');
  return new URL(c.req.url).protocol === 'https:' || originOf(c, deps).isHttps;
}

/** What guesses are counted by. */
export function sourceOfRequest(c: PageContext, deps: OriginDeps): string {
  return toSource(originOf(c, deps).address);
}

function originOf(c: PageContext, { findOrigin }: OriginDeps): ClientOrigin {
  const peer = c.env.incoming?.socket?.remoteAddress;
  return findOrigin({ peer, header: (name) => c.req.header(name) });
}
