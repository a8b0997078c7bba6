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
