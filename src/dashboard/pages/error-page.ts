import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import type { PageError, PageStatus } from '../page-error.ts';
import { outsidePage } from './layout.ts';

const TITLES: Readonly<Partial<Record<PageStatus, PlainMessageId>>> = {
  402: 'errors.quota_used_up',
  403: 'errors.not_allowed',
  404: 'errors.not_found',
  409: 'errors.no_longer_possible',
  410: 'errors.link_expired',
  413: 'errors.too_large',
  429: 'errors.too_many_attempts',
  503: 'errors.not_available',
};

/** Looks the same whether the person is signed in or not. */
export function errorPage(c: PageContext, { status, message }: PageError): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text(TITLES[status] ?? 'errors.error_occurred'),
    body: html`<p>${message}.</p>
      <p><a href="/">${text('errors.go_to_overview')}</a></p>`,
  });
}
