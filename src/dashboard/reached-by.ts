import { type ClientOrigin, sourceOf } from '../lib/client-origin.ts';
import type { DashboardDeps, PageContext } from './environment.ts';

type Place = Pick<DashboardDeps, 'publicUrl' | 'ownUrl' | 'findOrigin'>;

/**
 * Where links lead, without a trailing slash. Never by the Host header, which the client may
 * choose: a link with a secret would lead to their server.
 */
export function linkBase({ publicUrl, ownUrl }: Place): string {
  return publicUrl ?? ownUrl();
}

/** Whether the browser speaks TLS: to us, to a trusted proxy, or always by the public URL. */
export function isSecure(c: PageContext, place: Place): boolean {
  if (place.publicUrl !== undefined) return place.publicUrl.startsWith('https:');
  return new URL(c.req.url).protocol === 'https:' || originOf(c, place).isHttps;
}

/** What guesses are counted by. */
export function sourceOfRequest(c: PageContext, place: Place): string {
  return sourceOf(originOf(c, place).address);
}

function originOf(c: PageContext, { findOrigin }: Place): ClientOrigin {
  const peer = c.env.incoming?.socket?.remoteAddress;
  return findOrigin({ peer, header: (name) => c.req.header(name) });
}
