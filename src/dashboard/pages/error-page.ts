import { type Html, html } from '../../lib/html.ts';
import type { PageError, PageStatus } from '../page-error.ts';
import { outsidePage } from './layout.ts';

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

/** Looks the same whether the person is signed in or not. */
export function errorPage({ status, message }: PageError): Html {
  return outsidePage({
    title: TITLES[status] ?? 'An error occurred',
    body: html`<p>${message}.</p>
      <p><a href="/">Go to the overview</a></p>`,
  });
}
