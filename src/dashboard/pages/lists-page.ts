import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import {
  type FolderCount,
  LIST_ORDERS,
  type ListRecord,
  type ListSelection,
} from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { isMoving, type ShownList } from '../list-progress.ts';
import type { PageError } from '../page-error.ts';
import { startsAtOnce } from '../start-habit.ts';
import { jobsSection } from './job-pages.ts';
import { csrfField, insidePage } from './layout.ts';
import { entryBar, feedEntry } from './list-feed.ts';
import { addressText, listBadge, moment, paging, success, table } from './parts.ts';
import { uploadForm } from './upload-form.ts';
import { pasteForm, sampleForm } from './written-forms.ts';

interface ListsView {
  readonly lists: readonly ShownList[];
  readonly page: number;
  readonly hasMore: boolean;
  /** Bytes that the team's lists take, and may take. */
  readonly storage: { readonly used: number; readonly max: number };
  readonly folders: readonly FolderCount[];
  readonly shown: Pick<ListSelection, 'search' | 'folder' | 'order'>;
  readonly column?: string;
  /** What was pasted, where nothing could be made of it. */
  readonly pasted?: string;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
  /** The newest ones that were verified in a terminal of this machine. */
  readonly ofCommandLine: Parameters<typeof jobsSection>[1];
  /** Whether some are still judged by the policy of before. */
  readonly isStale: boolean;
}

export function listsPage(c: PageContext, view: ListsView): Html {
  const text = c.get('text');
  const { lists, page, hasMore, done, storage, shown } = view;
  const [atOnce, isSearch] = [startsAtOnce(c), isNarrowed(shown)];
  const isEmpty = lists.length === 0 && page === 1 && !isSearch;
  return insidePage(c, {
    title: text('layout.lists'),
    current: '/lists',
    goesOn: (view.isStale || lists.some(isMoving)) && 'now',
    body: html`${success(done)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">${text('lists.upload')}</h2>
        ${uploadForm(c, { ...view, startsAtOnce: atOnce })}
        ${pasteForm(c, { text: view.pasted, startsAtOnce: atOnce })}
      </section>
      <section aria-labelledby="lists" ${lists.some(isMoving) ? html`data-live="/feed" data-query="?page=${page}"` : NOTHING}>
        <h2 id="lists">${text('lists.of_team')}</h2>
        ${view.isStale ? html`<p class="hint">${text('policy.being_applied')}</p>` : NOTHING}
        ${isEmpty ? NOTHING : selectionForm(text, view)}
        ${isEmpty ? emptyState(c) : listTable(c, lists)}
        ${paging(text, { path: '/lists', page, hasMore, query: queryOf(shown) })}
        <p class="faint">${text('lists.storage', { used: text.size(storage.used), most: text.size(storage.max) })}</p>
      </section>
      ${jobsSection(text, view.ofCommandLine)}`,
  });
}

function isNarrowed({ search = '', folder }: ListsView['shown']): boolean {
  return search !== '' || folder !== undefined;
}

/** What page links keep. */
function queryOf({ search, folder, order }: ListsView['shown']): Record<string, string> {
  return { ...(search && { search }), ...(folder && { folder }), ...(order && { order }) };
}

function selectionForm(text: Texts, { folders, shown }: ListsView): Html {
  const { search = '', folder, order } = shown;
  return html`<form method="get" action="/lists" class="line" role="search">
    <div class="field grow"><label for="search">${text('lists.search_by_name')}</label>
      <input id="search" type="search" name="search" value="${search}" maxlength="200" /></div>
    ${
      folders.length === 0 && folder === undefined
        ? NOTHING
        : html`<div class="field"><label for="folder">${text('lists.folder')}</label>
            <select id="folder" name="folder">
              <option value="">${text('lists.all')}</option>
              ${folders.map(({ folder: name, lists }) => html`<option value="${name}" ${name === folder ? html`selected` : NOTHING}>${text('lists.folder_count', { name, count: lists })}</option>`)}
            </select></div>`
    }
    <div class="field"><label for="order">${text('lists.order')}</label>
      <select id="order" name="order">
        ${LIST_ORDERS.map((one) => html`<option value="${one}" ${one === order ? html`selected` : NOTHING}>${text(`lists.order_${one}`)}</option>`)}
      </select></div>
    <button>${text('common.show')}</button>
  </form>`;
}

function emptyState(c: PageContext): Html {
  return html`<div class="empty">
    <p>${c.get('text')('lists.none')}</p>
    ${sampleForm(c)}
  </div>`;
}

/** Lists with small bars. */
function listTable(c: PageContext, lists: readonly ShownList[]): Html {
  const text = c.get('text');
  return table({
    caption: text('lists.of_team'),
    columns: [
      text('common.name'),
      text('common.state'),
      text('common.addresses'),
      text('lists.results'),
      text('lists.uploaded'),
      text('common.change'),
    ],
    rows: lists.map((list) => [
      html`<a href="/lists/${list.id}">${addressText(list.name)}</a>${folderText(list)}`,
      listBadge(text, list),
      list.counts ? text.number(list.counts.distinct) : '',
      results(text, list),
      html`${moment(list.createdAt, text)}<br /><span class="faint">${addressText(list.createdBy)}</span>`,
      rowActions(c, list),
    ]),
    empty: text('lists.none_matches'),
  });
}

function folderText({ folder }: ListRecord): Html {
  if (folder === null) return NOTHING;
  const query = new URLSearchParams({ folder });
  return html`<br /><a class="faint" translate="no" href="/lists?${String(query)}">${folder}</a>`;
}

function rowActions(c: PageContext, { id, name, status, counts }: ListRecord): Html {
  const text = c.get('text');
  const isRead = counts !== null && status !== 'ready';
  return html`<div class="row-actions">
    ${isRead ? html`<a href="/lists/${id}/download?format=csv&amp;bom=yes" aria-label="${text('lists.download_named', { name })}">${text('common.download')}</a>` : NOTHING}
    <a href="/lists/${id}/edit" aria-label="${text('lists.edit_named', { name })}">${text('common.edit')}</a>
    <form method="post" action="/lists/${id}/delete" data-confirm="${text('list.confirm_delete', { name })}">
      ${csrfField(c)}<button class="danger" aria-label="${text('lists.delete_named', { name })}">${text('common.delete')}</button>
    </form>
  </div>`;
}

function results(text: Texts, list: ShownList): Html | string {
  if (!list.counts) return '';
  const entry = feedEntry(text, list);
  return html`<div data-list="${list.id}">${entryBar(entry)}<span class="faint" data-text>${entry.text}</span></div>`;
}
