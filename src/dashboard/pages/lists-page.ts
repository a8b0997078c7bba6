import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted } from '../../lib/wording.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { isMoving } from '../list-progress.ts';
import { startsAtOnce } from '../start-habit.ts';
import { insidePage } from './layout.ts';
import { entryBar, feedEntry } from './list-feed.ts';
import { addressText, listBadge, moment, paging, success, table } from './parts.ts';
import { uploadForm } from './upload-form.ts';

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
    goesOn: lists.some(isMoving),
    body: html`${success(done)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Upload a list</h2>
        ${uploadForm(c, { ...view, startsAtOnce: startsAtOnce(c) })}
      </section>
      <section aria-labelledby="lists" ${lists.some(isMoving) ? html`data-live="/feed" data-query="?page=${page}"` : NOTHING}>
        <h2 id="lists">The team's lists</h2>
        ${listTable(lists)}
        ${paging({ path: '/lists', page, hasMore })}
        <p class="faint">${formatSize(storage.used)} of ${formatSize(storage.max)} used on the disk</p>
      </section>`,
  });
}

/** Lists with small bars, newest first. */
export function listTable(lists: readonly ListRecord[]): Html {
  return table({
    caption: "The team's lists, newest first",
    columns: ['Name', 'State', 'Addresses', 'Results', 'Uploaded'],
    rows: lists.map((list) => [
      html`<a href="/lists/${list.id}">${addressText(list.name)}</a>`,
      listBadge(list.status, list.waitsFor),
      list.counts ? counted(list.counts.distinct) : '',
      results(list),
      html`${moment(list.createdAt)}<br /><span class="faint">${addressText(list.createdBy)}</span>`,
    ]),
    empty: 'No list yet. Upload one: its rows come back with the results behind them.',
  });
}

function results(list: ListRecord): Html | string {
  if (!list.counts) return '';
  const entry = feedEntry(list);
  return html`<div data-list="${list.id}">${entryBar(entry)}<span class="faint" data-text>${entry.text}</span></div>`;
}
