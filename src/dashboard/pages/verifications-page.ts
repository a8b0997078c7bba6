import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { HistoryPosition, VerificationRecord } from '../../service/people/people-ports.ts';
import { judgeStored } from '../../service/verifications/judge-stored.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { addressText, moment, paging, searchForm, table, verdictBadge } from './parts.ts';
import { whyWords } from './verdict-words.ts';
import { type VerifyView, verifiedAddress, verifyForm } from './verify-address.ts';

export interface VerificationsView extends VerifyView {
  readonly verifications: readonly VerificationRecord[];
  readonly search: string;
  readonly page: number;
  readonly hasMore: boolean;
  /** Where the search began; absent: at the newest. */
  readonly before?: HistoryPosition | undefined;
  /** Where the search stopped at its bound: older verifications were not searched. */
  readonly next?: HistoryPosition | undefined;
}

export function verificationsPage(c: PageContext, view: VerificationsView): Html {
  const { verifications, search, page, hasMore, before, next } = view;
  const query: Record<string, string> = search === '' ? {} : { search };
  const paged = before ? { ...query, before: toCursor(before) } : query;
  return insidePage(c, {
    title: 'Check an address',
    current: '/verifications',
    body: html`<section class="card" aria-labelledby="verify">
        <h2 id="verify" class="unseen">Verify an address</h2>
        ${verifyForm(c, view)}
      </section>
      ${view.result ? verifiedAddress(c, view.result) : NOTHING}
      <section aria-labelledby="history">
      <h2 id="history">Everything checked so far</h2>
      ${searchForm('/verifications', search)}
      <p><a href="/verifications.csv?${String(new URLSearchParams(query))}" download>Download as CSV</a></p>
      ${table({
        caption: 'Verifications, newest first',
        columns: ['Address', 'Verdict', 'Reason', 'Score', 'When'],
        rows: verifications.map(row),
        empty: emptyText(view),
      })}
      ${next ? cutOff(search, next) : ''}
      ${paging({ path: '/verifications', page, hasMore, query: paged })}
      </section>`,
  });
}

function emptyText({ search, next }: VerificationsView): string {
  if (search === '') return 'Nothing was verified yet.';
  return next ? 'No address contains this so far.' : 'No address contains this.';
}

function toCursor({ at, seq }: HistoryPosition): string {
  return `${at}.${seq}`;
}

function cutOff(search: string, next: HistoryPosition): Html {
  const query = new URLSearchParams({ search, before: toCursor(next) });
  return html`<p class="notice" role="status">
    The search stopped at ${moment(next.at)}: older verifications were not searched.
    <a href="/verifications?${String(query)}">Search older verifications</a>
  </p>`;
}

function row(verification: VerificationRecord): (Html | string)[] {
  const { detail, ...result } = verification;
  const { email, score, at } = result;
  const { verdict, reason } = judgeStored(result, detail);
  return [
    addressText(email),
    verdictBadge(verdict),
    whyWords(reason, detail),
    String(score),
    moment(at),
  ];
}
