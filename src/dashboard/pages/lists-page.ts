import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { formatSize } from '../../lib/size.ts';
import { counted } from '../../lib/wording.ts';
import {
  type FolderCount,
  LIST_ORDERS,
  type ListOrder,
  type ListRecord,
  type ListSelection,
} from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { isMoving } from '../list-progress.ts';
import { startsAtOnce } from '../start-habit.ts';
import { csrfField, insidePage } from './layout.ts';
import { entryBar, feedEntry } from './list-feed.ts';
import { addressText, listBadge, moment, paging, success, table } from './parts.ts';
import { uploadForm } from './upload-form.ts';
import { pasteForm, sampleForm } from './written-forms.ts';

interface ListsView {
  readonly lists: readonly ListRecord[];
  readonly page: number;
  readonly hasMore: boolean;
  /** Bytes that the team's lists take, and may take. */
  readonly storage: { readonly used: number; readonly max: number };
  readonly folders: readonly FolderCount[];
  readonly shown: Pick<ListSelection, 'search' | 'folder' | 'order'>;
  readonly column?: string;
  /** What was pasted, where nothing could be made of it. */
  readonly pasted?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function listsPage(c: PageContext, view: ListsView): Html {
  const { lists, page, hasMore, done, storage, shown } = view;
  const [atOnce, isSearch] = [startsAtOnce(c), isNarrowed(shown)];
  const isEmpty = lists.length === 0 && page === 1 && !isSearch;
  return insidePage(c, {
    title: 'Lists',
    current: '/lists',
    goesOn: lists.some(isMoving),
    body: html`${success(done)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Upload a list</h2>
        ${uploadForm(c, { ...view, startsAtOnce: atOnce })}
        ${pasteForm(c, { text: view.pasted, startsAtOnce: atOnce })}
      </section>
      <section aria-labelledby="lists" ${lists.some(isMoving) ? html`data-live="/feed" data-query="?page=${page}"` : NOTHING}>
        <h2 id="lists">The team's lists</h2>
        ${isEmpty ? NOTHING : selectionForm(view)}
        ${isEmpty ? emptyState(c) : listTable(c, lists)}
        ${paging(c.get('text'), { path: '/lists', page, hasMore, query: queryOf(shown) })}
        <p class="faint">${formatSize(storage.used)} of ${formatSize(storage.max)} used on the disk</p>
      </section>`,
  });
}

function isNarrowed({ search = '', folder }: ListsView['shown']): boolean {
  return search !== '' || folder !== undefined;
}

/** What page links keep. */
function queryOf({ search, folder, order }: ListsView['shown']): Record<string, string> {
  return { ...(search && { search }), ...(folder && { folder }), ...(order && { order }) };
}

const ORDER_NAMES: Readonly<Record<ListOrder, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  addresses: 'Most addresses first',
};

function selectionForm({ folders, shown: { search = '', folder, order } }: ListsView): Html {
  return html`<form method="get" action="/lists" class="line" role="search">
    <div class="field grow"><label for="search">Search by name</label>
      <input id="search" type="search" name="search" value="${search}" maxlength="200" /></div>
    ${
      folders.length === 0 && folder === undefined
        ? NOTHING
        : html`<div class="field"><label for="folder">Folder</label>
            <select id="folder" name="folder">
              <option value="">All lists</option>
              ${folders.map(({ folder: name, lists }) => html`<option value="${name}" ${name === folder ? html`selected` : NOTHING}>${name} (${counted(lists)})</option>`)}
            </select></div>`
    }
    <div class="field"><label for="order">Order</label>
      <select id="order" name="order">
        ${LIST_ORDERS.map((one) => html`<option value="${one}" ${one === order ? html`selected` : NOTHING}>${ORDER_NAMES[one]}</option>`)}
      </select></div>
    <button>Show</button>
  </form>`;
}

function emptyState(c: PageContext): Html {
  return html`<div class="empty">
    <p>No list yet. Upload one, and get it back with a result in every row: who is safe to send to, who is not, and why.</p>
    ${sampleForm(c)}
  </div>`;
}

/** Lists with small bars. */
export function listTable(c: PageContext, lists: readonly ListRecord[]): Html {
  return table({
    caption: "The team's lists",
    columns: ['Name', 'State', 'Addresses', 'Results', 'Uploaded', 'Change'],
    rows: lists.map((list) => [
      html`<a href="/lists/${list.id}">${addressText(list.name)}</a>${folderText(list)}`,
      listBadge(c.get('text'), list),
      list.counts ? counted(list.counts.distinct) : '',
      results(c.get('text'), list),
      html`${moment(list.createdAt, c.get('text'))}<br /><span class="faint">${addressText(list.createdBy)}</span>`,
      rowActions(c, list),
    ]),
    empty: 'No list matches.',
  });
}

function folderText({ folder }: ListRecord): Html {
  if (folder === null) return NOTHING;
  const query = new URLSearchParams({ folder });
  return html`<br /><a class="faint" href="/lists?${String(query)}">${folder}</a>`;
}

function rowActions(c: PageContext, { id, name, status, counts }: ListRecord): Html {
  const isRead = counts !== null && status !== 'ready';
  return html`<div class="row-actions">
    ${isRead ? html`<a href="/lists/${id}/download?format=csv&amp;bom=yes" aria-label="Download ${name}">Download</a>` : NOTHING}
    <a href="/lists/${id}/edit" aria-label="Edit ${name}: rename, move or share">Edit</a>
    <form method="post" action="/lists/${id}/delete" data-confirm="Delete ${name} and its results? Single results stay in your history.">
      ${csrfField(c)}<button class="danger" aria-label="Delete ${name}">Delete</button>
    </form>
  </div>`;
}

function results(text: Texts, list: ListRecord): Html | string {
  if (!list.counts) return '';
  const entry = feedEntry(text, list);
  return html`<div data-list="${list.id}">${entryBar(entry)}<span class="faint" data-text>${entry.text}</span></div>`;
}
