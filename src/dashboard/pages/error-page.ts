import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import { ownPath } from '../next-page.ts';
import { type PageError, type PageStatus, sayTo } from '../page-error.ts';
import { insidePage, outsidePage } from './layout.ts';
import { asSentence } from './parts.ts';

const TITLES: Readonly<Partial<Record<PageStatus, PlainMessageId>>> = {
  402: 'faults.quota_used_up',
  403: 'faults.not_allowed',
  404: 'faults.not_found',
  409: 'faults.no_longer_possible',
  410: 'faults.link_expired',
  413: 'faults.too_large',
  429: 'faults.too_many_attempts',
  503: 'faults.not_available',
};

/** With the navigation for people who are signed in. */
export function errorPage(c: PageContext, { status, said, hint }: PageError): Html {
  const text = c.get('text');
  const title = text(
    isOwnersOnly(said) ? 'faults.owners_only' : (TITLES[status] ?? 'faults.error_occurred'),
  );
  const sentences = html`<p>${asSentence(sayTo(text, said))}</p>${hint === undefined ? NOTHING : html`<p>${asSentence(sayTo(text, hint))}</p>`}`;
  if (!c.get('identity')) {
    return outsidePage(c, {
      title,
      body: html`${sentences}<p><a href="/">${text('access.sign_in')}</a></p>`,
    });
  }
  return insidePage(c, { title, body: html`<div class="failed">${sentences}${wayBack(c)}</div>` });
}

function isOwnersOnly(said: PageError['said']): boolean {
  return typeof said === 'object' && said.id === 'errorTexts.owners_only';
}

/** To the page that the request came from, where the browser says which one. */
function wayBack(c: PageContext): Html {
  const text = c.get('text');
  const from = ownPath(c.req.header('Referer'), c.req.url);
  const back =
    from === undefined || from === '/'
      ? NOTHING
      : html`<a class="button" href="${from}">${text('faults.back')}</a>`;
  return html`<p class="actions">${back}<a class="button" href="/">${text('faults.home')}</a></p>`;
}
