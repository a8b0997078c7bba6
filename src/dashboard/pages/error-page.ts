import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { ownPath } from '../next-page.ts';
import type { PageError, PageStatus } from '../page-error.ts';
import { insidePage, outsidePage } from './layout.ts';
import { asSentence } from './parts.ts';

const TITLES: Readonly<Partial<Record<PageStatus, string>>> = {
  402: 'The quota is used up',
  403: 'Not accepted',
  404: 'Not found',
  409: 'Not possible any more',
  410: 'This link has expired',
  413: 'Too large',
  429: 'Too many tries',
  503: 'Not available right now',
};

/** With the navigation for people who are signed in. */
export function errorPage(c: PageContext, { status, message, hint }: PageError): Html {
  const title = TITLES[status] ?? 'An error occurred';
  const text = html`<p>${message}.</p>${hint === undefined ? NOTHING : html`<p>${asSentence(hint)}</p>`}`;
  if (!c.get('identity')) {
    return outsidePage({ title, body: html`${text}<p><a href="/">Go to the first page</a></p>` });
  }
  return insidePage(c, { title, body: html`<div class="failed">${text}${wayBack(c)}</div>` });
}

/** To the page that the request came from, where the browser says which one. */
function wayBack(c: PageContext): Html {
  const from = ownPath(c.req.header('Referer'), c.req.url);
  const back =
    from === undefined || from === '/' ? NOTHING : html`<a class="button" href="${from}">Back</a>`;
  return html`<p class="actions">${back}<a class="button" href="/">Home</a></p>`;
}
