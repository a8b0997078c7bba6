import { verdictStrip } from '../../formats/report/charts.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted, percent, shareOf } from '../../lib/wording.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { judgedRows } from '../list-progress.ts';
import { fileFields } from './file-fields.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, listBadge, moment, paging, success, table } from './parts.ts';

interface ListsView {
  readonly lists: readonly ListRecord[];
  readonly page: number;
  readonly hasMore: boolean;
  /** Bytes that the team's lists take, and may take. */
  readonly storage: { readonly used: number; readonly max: number };
  readonly column?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function listsPage(c: PageContext, view: ListsView): Html {
  const { lists, page, hasMore, done, storage } = view;
  return insidePage(c, {
    title: 'Lists',
    current: '/lists',
    goesOn: lists.some(({ status }) => status === 'running' || status === 'uploading'),
    body: html`${success(done)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Upload a list</h2>
        ${uploadForm(c, view)}
      </section>
      <section aria-labelledby="lists">
        <h2 id="lists">The team's lists</h2>
        ${listTable(lists)}
        ${paging({ path: '/lists', page, hasMore })}
        <p class="faint">${formatSize(storage.used)} of ${formatSize(storage.max)} used on the disk</p>
      </section>`,
  });
}

/** Lists with small bars, newest first. */
export function listTable(text: Texts, lists: readonly ListRecord[]): Html {
  return table({
    caption: "The team's lists, newest first",
    columns: ['Name', 'State', 'Addresses', 'Results', 'Uploaded'],
    rows: lists.map((list) => [
      html`<a class="address" href="/lists/${list.id}">${list.name}</a>`,
      listBadge(list.status),
      list.counts ? counted(list.counts.distinct) : '',
      smallBar(text, list),
      html`${moment(list.createdAt)}<br /><span class="faint address">${list.createdBy}</span>`,
    ]),
    empty: 'No list yet. Upload one: its rows come back with the results behind them.',
  });
}

function smallBar(text: Texts, list: ListRecord): Html | string {
  const { status, processedCount, totalCount, verdicts, counts } = list;
  if (!counts) return '';
  if (status !== 'running') return judgedRows(list) === 0 ? '' : verdictStrip(text, verdicts, 12);
  return html`<progress value="${processedCount}" max="${Math.max(totalCount, 1)}" aria-label="Processed"></progress>
    <span class="faint">${percent(shareOf(processedCount, totalCount))}</span>`;
}

/** The form that takes a list. */
function uploadForm(
  c: PageContext,
  { column = '', fault }: Pick<ListsView, 'column' | 'fault'>,
): Html {
  return html`${failure(fault)}
    <form method="post" action="/lists" enctype="multipart/form-data" class="line">
      ${csrfField(c)}
      ${fileFields(column)}
      <button class="main" data-busy="Uploading…">Verify the list</button>
      <p class="hint" id="list-hint">Up to 1,000,000 rows or 200 MB. Each address is verified once.</p>
    </form>`;
}
