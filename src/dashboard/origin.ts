import { type ClientOrigin, toSource } from '../lib/client-origin.ts';
import type { DashboardDeps, PageContext } from './environment.ts';

/**
 * The base of links, without a trailing slash. Never from the Host header, which the client chooses:
 * a link with a secret would lead to the client's server.
 */
export function linkBase({ publicUrl, ownUrl }: DashboardDeps): string {
  return publicUrl ?? ownUrl();
}

/** What the service is called in reports, which people hand on: an address of one machine says nothing to others. */
export function serviceName({ publicUrl }: DashboardDeps): string {
  return publicUrl ?? 'mailvet';
}

/** Whether the browser uses TLS: to this service, to a trusted proxy, or by the public URL. */
export function isSecure(c: PageContext, deps: DashboardDeps): boolean {
  if (deps.publicUrl !== undefined) return deps.publicUrl.startsWith('https:');
  return new URL(c.req.url).protocol === 'https:' || originOf(c, deps).isHttps;
}

/** The source by which password guesses are counted. */
export function sourceOfRequest(c: PageContext, deps: DashboardDeps): string {
  return toSource(originOf(c, deps).address);
}

function originOf(c: PageContext, { findOrigin }: DashboardDeps): ClientOrigin {
  const peer = c.env.incoming?.socket?.remoteAddress;
  return findOrigin({ peer, header: (name) => c.req.header(name) });
}

/** The path of the sign-in page, which then leads to the requested page. */
export function signInPath(url: string): string {
  const { pathname, search } = new URL(url);
  if (pathname === '/') return '/sign-in';
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
}

/** A path of the dashboard, else the overview: a sign-in link never redirects to another site. */
export function nextPage(text: string): string {
  const base = 'http://dashboard.invalid';
  const url = text.startsWith('/') ? URL.parse(text, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}

/** The path of a page of this service that a header names; undefined for a page of another site. */
export function ownPath(referer: string | undefined, url: string): string | undefined {
  const from = referer === undefined ? null : URL.parse(referer);
  if (from === null || from.host !== new URL(url).host) return undefined;
  return nextPage(from.pathname + from.search);
}
