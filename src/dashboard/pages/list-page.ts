import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { verdictOverview } from '../../formats/report/verdict-overview.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import type { ListEntry, ListView } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { isOver, judgedRows, type ListProgressView } from '../list-progress.ts';
import { csrfField, insidePage } from './layout.ts';
import { listActions } from './list-actions.ts';
import {
  failure,
  listBadge,
  moment,
  paging,
  searchForm,
  success,
  table,
  verdictBadge,
} from './parts.ts';
import { reasonWords } from './verdict-words.ts';

export interface ListPageView extends Pick<ListView, 'only' | 'search'> {
  readonly list: ListRecord;
  readonly progress: ListProgressView;
  readonly entries: readonly ListEntry[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly done?: string | undefined;
}

export function listPage(c: PageContext, view: ListPageView): Html {
  const { list, done } = view;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    goesOn: !isOver(list),
    body: html`${success(done)} ${failure(list.error ?? undefined)}
      ${progressCard(c, view)}
      ${list.counts ? listActions(c, list) : NOTHING}
      ${list.counts ? entriesSection(view) : NOTHING}`,
  });
}

/** The part that the script updates. */
function progressCard(c: PageContext, { list, progress }: ListPageView): Html {
  const { id, status, createdAt, createdBy, verdicts } = list;
  const live = isOver(list) ? NOTHING : html`data-live="/lists/${id}"`;
  return html`<section class="card" aria-labelledby="progress" ${live}>
    <h2 id="progress" class="unseen">Progress</h2>
    <p>${listBadge(status)} <span class="faint">uploaded ${moment(createdAt)} by
      <span class="address">${createdBy}</span></span></p>
    ${contentText(list)}
    ${status === 'running' ? runningPart(c, list, progress) : NOTHING}
    ${list.counts ? verdictOverview(c.get('text'), verdicts, judgedRows(list)) : html`<p>The file is being read…</p>`}
    <p class="unseen" aria-live="polite" data-said></p>
  </section>`;
}

function runningPart(c: PageContext, { id, name }: ListRecord, progress: ListProgressView): Html {
  const { processedCount, totalCount, text, waits } = progress;
  return html`<progress value="${processedCount}" max="${Math.max(totalCount, 1)}" aria-label="Addresses processed"></progress>
    <div class="row wrap">
      <p class="grow"><span data-progress>${text}</span><br />
        <span class="faint" data-waits>${waits}</span></p>
      <form method="post" action="/lists/${id}/cancel"
        data-confirm="Cancel ${name}? What is not verified by now stays unverified.">
        ${csrfField(c)}<button class="danger">Cancel</button>
      </form>
    </div>`;
}

/** `17 addresses in 20 rows of "E-mail"`: two counts that are easily taken for each other. */
function contentText({ counts, form }: ListRecord): Html {
  if (!counts) return NOTHING;
  const { rows, distinct, duplicates, unusable } = counts;
  const more = [
    ...(duplicates > 0 ? [`${counted(duplicates)} repeated`] : []),
    ...(unusable > 0 ? [`${plural(unusable, 'row')} without a usable address`] : []),
  ];
  const columns = form?.header
    ? form.columns.map((column) => form.header?.[column] ?? `column ${column + 1}`).join(' and ')
    : '';
  const column = columns && html`, column <span class="address">“${columns}”</span>`;
  const inRows = `${plural(distinct, 'address', 'addresses')} in ${plural(rows, 'row')}`;
  return html`<p>${inRows}${column}${more.length > 0 ? ` (${more.join(', ')})` : ''}</p>`;
}

type Tab = Verdict | 'suggestions';

const TABS: readonly (readonly [Tab | undefined, string])[] = [
  [undefined, 'All'],
  ...VERDICTS.map((verdict) => [verdict, capitalised(verdict)] as const),
  ['suggestions', 'Suggestions'],
];

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function entriesSection(view: ListPageView): Html {
  const { list, entries, page, hasMore, only, search } = view;
  const query = { ...(only && { show: only }), ...(search && { search }) };
  return html`<section aria-labelledby="entries">
    <h2 id="entries">Addresses</h2>
    ${tabs(view)}
    ${searchForm(`/lists/${list.id}`, search, only ? html`<input type="hidden" name="show" value="${only}" />` : NOTHING)}
    ${table({
      caption: 'Addresses in the order of the list',
      columns: ['Address', 'Verdict', 'Reason', 'Score', 'Rows'],
      rows: entries.map(entryRow),
      empty: search ? 'No address contains this.' : 'None.',
    })}
    ${paging({ path: `/lists/${list.id}`, page, hasMore, query })}
  </section>`;
}

function tabs({ list, only, search }: ListPageView): Html {
  const link = (tab: Tab | undefined, name: string) => {
    const query = new URLSearchParams({ ...(tab && { show: tab }), ...(search && { search }) });
    const current = tab === only ? html`aria-current="page"` : NOTHING;
    const count = tab === 'suggestions' ? ` ${counted(list.counts?.suggestions ?? 0)}` : '';
    return html`<a href="/lists/${list.id}?${String(query)}" ${current}>${name}${count}</a>`;
  };
  return html`<nav class="tabs" aria-label="Addresses by result">
    ${TABS.map(([tab, name]) => link(tab, name))}
  </nav>`;
}

function entryRow({ text, rows, verdict, reason, detail, score, suggestion }: ListEntry) {
  const meant = suggestion
    ? html`<br /><span class="faint">Did you mean <b>${suggestion}</b>?</span>`
    : NOTHING;
  const address = html`<span class="address">${text}</span>${meant}`;
  if (!verdict || !reason)
    return [address, html`<span class="faint">not verified</span>`, '', '', counted(rows)];
  const why = reasonWords(reason, detail);
  return [address, verdictBadge(verdict), why, String(score ?? ''), counted(rows)];
}
