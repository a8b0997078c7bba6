import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { type Html, html } from '../../lib/html.ts';
import type { PageContext } from '../environment.ts';
import type { PageError, PageStatus } from '../page-error.ts';
import { outsidePage } from './layout.ts';

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

/** Looks the same whether the person is signed in or not. */
export function errorPage(c: PageContext, { status, message }: PageError): Html {
  const text = c.get('text');
  return outsidePage(c, {
    title: text(TITLES[status] ?? 'faults.error_occurred'),
    body: html`<p>${message}.</p>
      <p><a href="/">${text('faults.go_to_overview')}</a></p>`,
  });
}
