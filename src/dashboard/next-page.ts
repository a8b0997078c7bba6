/** The sign-in, from which it goes on to the page that was asked for. */
export function signInPath(url: string): string {
  const { pathname, search } = new URL(url);
  if (pathname === '/') return '/sign-in';
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
}

/** A path of ours, or the overview: nobody is led elsewhere by a link to the sign-in. */
export function nextPage(text: string): string {
  const base = 'http://dashboard.invalid';
  const url = text.startsWith('/') ? URL.parse(text, base) : null;
  if (url === null || url.origin !== base || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search;
}
