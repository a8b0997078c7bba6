import { type ClientOrigin, toSource } from '../lib/client-origin.ts';
import type { DashboardDeps, PageContext } from './environment.ts';

type OriginDeps = Pick<DashboardDeps, 'publicUrl' | 'ownUrl' | 'findOrigin'>;

/**
 * The base of links, without a trailing slash. Never from the Host header, which the client chooses:
 * a link with a secret would lead to the client's server.
 */
export function linkBase({ publicUrl, ownUrl }: OriginDeps): string {
  return publicUrl ?? ownUrl();
}

/** What the service is called in reports, which people hand on: an address of one machine says nothing to others. */
export function serviceName({ publicUrl }: Pick<OriginDeps, 'publicUrl'>): string {
  return publicUrl ?? 'mailvet';
}

/** Whether the browser uses TLS: to this service, to a trusted proxy, or by the public URL. */
export function isSecure(c: PageContext, deps: OriginDeps): boolean {
  if (deps.publicUrl !== undefined) return deps.publicUrl.startsWith('https:');
  return new URL(c.req.url).protocol === 'https:' || originOf(c, deps).isHttps;
}

/** The source by which password guesses are counted. */
export function sourceOfRequest(c: PageContext, deps: OriginDeps): string {
  return toSource(originOf(c, deps).address);
}

function originOf(c: PageContext, { findOrigin }: OriginDeps): ClientOrigin {
  const peer = c.env.incoming?.socket?.remoteAddress;
  return findOrigin({ peer, header: (name) => c.req.header(name) });
}
