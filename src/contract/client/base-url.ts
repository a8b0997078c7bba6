import { withoutEnd } from '../../lib/address-parts.ts';
import { MailvetError } from '../../lib/errors.ts';

/**
 * The base URL without a trailing slash. The key goes out over https, or over http to this very
 * machine; anything else needs `allowInsecureHttp`.
 */
export function checkBaseUrl(text: string, allowInsecureHttp = false): string {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new MailvetError('config', `The base URL is not an http(s) URL: ${shownUrl(text)}`, {
      hint: 'Give it as https://host or https://host/path',
    });
  }
  refuseExtras(url);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecureHttp) {
    throw new MailvetError('config', `The API key is not sent over plain http to ${url.host}`, {
      hint: [
        'Use https, or ',
        { code: 'insecure_http' },
        ' if everybody on the way may read the key',
      ],
    });
  }
  return withoutEnd(`${url.origin}${url.pathname}`, '/');
}

function refuseExtras(url: URL): void {
  if (url.username || url.password) {
    throw new MailvetError('config', 'The base URL carries a user name or password', {
      hint: 'Leave them out: only the API key identifies you',
    });
  }
  if (url.search || url.hash) {
    throw new MailvetError('config', 'The base URL carries a query or a fragment', {
      hint: 'Give it as https://host or https://host/path',
    });
  }
}

/** True for a host that is this machine: `localhost` and its subdomains (RFC 6761), 127.0.0.0/8, ::1. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** A URL as it may be shown: without user name, password, query and fragment, which may be secrets. */
export function shownUrl(text: string): string {
  const [whole = ''] = text.split(/[?#]/, 1);
  return whole.replace(/\/\/[^/]*@/, '//').replace(/^[^/]*@/, '');
}
