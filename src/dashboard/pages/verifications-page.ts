import { type Html, html } from '../../lib/html.ts';
import type { HistoryPosition, VerificationRecord } from '../../service/people/people-ports.ts';
import { judgeStored } from '../../service/verifications/judge-stored.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { moment, paging, searchForm, table, verdictBadge } from './parts.ts';
import { whyWords } from './verdict-words.ts';

interface VerificationsView {
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
    title: 'Verifications',
    current: '/verifications',
    body: html`${searchForm('/verifications', search)}
      <p><a href="/verifications.csv?${String(new URLSearchParams(query))}" download>Download as CSV</a></p>
      ${table({
        caption: 'Verifications, newest first',
        columns: ['Address', 'Verdict', 'Reason', 'Score', 'When'],
        rows: verifications.map(row),
        empty: emptyText(view),
      })}
      ${next ? cutOff(search, next) : ''}
      ${paging({ path: '/verifications', page, hasMore, query: paged })}`,
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
  const address = html`<span class="address">${email}</span>`;
  return [address, verdictBadge(verdict), whyWords(reason, detail), String(score), moment(at)];
}
