import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { verdictOf } from '../../result/result.ts';
import type { HistoryPosition, VerificationRecord } from '../../service/people/people-ports.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { addressText, moment, paging, searchForm, table, verdictBadge } from './parts.ts';
import { reasonWords } from './verdict-words.ts';
import { type VerifyView, verifiedAddress, verifyForm } from './verify-address.ts';

interface VerificationsView extends VerifyView {
  readonly verifications: readonly VerificationRecord[];
  readonly search: string;
  readonly page: number;
  readonly hasMore: boolean;
  /** Where the search began; absent: at the newest. */
  readonly before?: HistoryPosition | undefined;
  /** Where the search stopped at its bound. */
  readonly next?: HistoryPosition | undefined;
  /** Of older ones those are shown whose address is the text, or whose domain begins with it. */
  readonly hasOlderBeginnings?: boolean | undefined;
}

export function verificationsPage(c: PageContext, view: VerificationsView): Html {
  const text = c.get('text');
  const { verifications, search, page, hasMore, before, next } = view;
  const query: Record<string, string> = search === '' ? {} : { search };
  const paged = before ? { ...query, before: toCursor(before) } : query;
  return insidePage(c, {
    title: text('history.title'),
    current: '/verifications',
    body: html`<section class="card" aria-labelledby="verify">
        <h2 id="verify" class="unseen">${text('history.verify_address')}</h2>
        ${verifyForm(c, view)}
      </section>
      ${view.result ? verifiedAddress(c, view.result) : NOTHING}
      <section aria-labelledby="history">
      <h2 id="history">${text('history.everything_checked')}</h2>
      ${searchForm(text, { action: '/verifications', search })}
      <p><a href="/verifications.csv?${String(new URLSearchParams(query))}" download>${text('common.download_csv')}</a></p>
      ${table({
        caption: text('history.caption'),
        columns: [
          text('common.address'),
          text('common.verdict'),
          text('common.reason'),
          text('common.score'),
          text('common.when'),
        ],
        rows: verifications.map((each) => row(text, each)),
        empty: emptyText(text, view),
      })}
      ${next ? cutOff(text, view, next) : ''}
      ${paging(text, { path: '/verifications', page, hasMore, query: paged })}
      </section>`,
  });
}

function emptyText(text: Texts, { search, next }: VerificationsView): string {
  if (search === '') return text('history.none');
  return text(next ? 'history.none_so_far' : 'history.none_matching');
}

function toCursor({ at, seq }: HistoryPosition): string {
  return `${at}.${seq}`;
}

function cutOff(
  text: Texts,
  { search, hasOlderBeginnings }: VerificationsView,
  next: HistoryPosition,
): Html {
  const query = new URLSearchParams({ search, before: toCursor(next) });
  const time = moment(next.at, text);
  const link = (inside: Parameters<typeof html>[1]) =>
    html`<a href="/verifications?${String(query)}">${inside}</a>`;
  const said = hasOlderBeginnings
    ? text.rich('history.cut_off_beginnings', { time, link, search })
    : text.rich('history.cut_off', { time, link });
  return html`<p class="notice" role="status">${said}</p>`;
}

function row(text: Texts, verification: VerificationRecord): (Html | string)[] {
  const { email, result, at } = verification;
  const { verdict, reason } = verdictOf(result);
  return [
    addressText(email),
    verdictBadge(text, verdict),
    reasonWords(text, reason, result.reason),
    String(result.facts.score),
    moment(at, text),
  ];
}
