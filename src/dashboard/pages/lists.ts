import { Readable } from 'node:stream';
import { message } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { minuteText } from '../../lib/iso-time.ts';
import { isToJudge } from '../../service/lists/judge-lists.ts';
import { MAX_LIST_NAME } from '../../service/lists/list-files.ts';
import {
  type FolderCount,
  LIST_ORDERS,
  type ListRecord,
  type ListSelection,
} from '../../service/lists/list-ports.ts';
import { listLists, uploadList } from '../../service/lists/lists.ts';
import { pastedList, sampleList, type WrittenList } from '../../service/lists/written-lists.ts';
import { findReadableJudging } from '../../service/teams/policy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import type { ListPaces } from '../list-memory.ts';
import { isMoving, type ShownList } from '../list-progress.ts';
import { attempt, PageError } from '../page-error.ts';
import { doneOf, parsePage, ROWS_A_PAGE, type SignedInPages, toPageRows } from '../signed-in.ts';
import { type ReceivedForm, spoolFile } from '../uploads/receive-form.ts';
import { jobsSection } from './jobs.ts';
import { csrfField, insidePage } from './layout.ts';
import { entryBar, feedEntry } from './list-feed.ts';
import { addressText, isFilling, listBadge, moment, paging, success, table } from './parts.ts';
import { pasteForm, rememberStart, sampleForm, startsAtOnce, uploadForm } from './upload-form.ts';

/** Of the command line, below the others. */
const NEWEST_JOBS = 10;
/** Some tens of thousands of addresses; more are a file. */
const MAX_PASTED_BYTES = 1_000_000;

const DONE = { deleted: 'lists.deleted' } as const;

/** All lists of a team, and the upload of one. */
export function listsRoutes(
  pages: SignedInPages,
  { lists, service, uploads, clock }: DashboardDeps,
  paces: ListPaces,
): void {
  const viewOf = async (c: PageContext, page: number) => {
    const { team } = c.get('identity');
    const shown = selectionOf(c);
    const found = await listLists(lists, team, { ...shown, ...toPageRows(page) });
    const own = lists.store.lists(team.id);
    const jobLists = service.store.reports(team.id).jobLists({ limit: NEWEST_JOBS + 1, skip: 0 });
    const [used, folders, jobs] = await Promise.all([own.storage(), own.folders(), jobLists]);
    const ofCommandLine = { jobs: jobs.slice(0, NEWEST_JOBS), hasMore: jobs.length > NEWEST_JOBS };
    const storage = { used, max: lists.listStorage };
    const hasMore = found.length > ROWS_A_PAGE;
    const judging = await findReadableJudging(lists, team);
    const isStale = judging !== undefined && found.some((list) => isToJudge(list, judging));
    const shownLists = found.slice(0, ROWS_A_PAGE).map((list) => paces.withAnswers(list));
    const onPage = { lists: shownLists, page, hasMore };
    return { ...onPage, storage, folders, shown, isStale, ofCommandLine };
  };
  pages.get('/lists', async (c) => {
    const done = doneOf(c, DONE);
    return c.html(listsPage(c, { ...(await viewOf(c, parsePage(c))), done }));
  });
  const refused = async (c: PageContext, fault: PageError, column = '') => {
    if (isScript(c)) throw fault;
    const view = { ...(await viewOf(c, 1)), column, fault };
    return c.html(listsPage(c, view), fault.status, { ...fault.headers });
  };
  /** Reads a list when it is the team's turn. */
  const take = (c: PageContext, upload: Parameters<typeof uploadList>[2]) => {
    const identity = c.get('identity');
    return uploads.inTurn(identity.team.id, () => uploadList(lists, identity, upload));
  };
  const takeWritten = async (c: PageContext, written: WrittenList, waits: boolean) => {
    const { text, ...list } = written;
    const { fd, size, close } = await spoolFile(Readable.from([Buffer.from(text)]), uploads.folder);
    try {
      return await take(c, { fd, size, ...list, waits });
    } finally {
      await close();
    }
  };
  pages.upload('/lists', {
    async act(c, form) {
      const waits = isReviewed(form);
      rememberStart(c, form);
      const tried = await attempt(async () => take(c, { ...toUpload(form), waits }));
      if (tried.ok) {
        const path = pathBehind(tried.value, waits);
        return isScript(c) ? c.json({ path }) : c.redirect(path, 303);
      }
      return refused(c, named(tried.fault, form), form.text('column'));
    },
    refuse: refused,
  });
  pages.post(
    '/lists/paste',
    async (c, form) => {
      const [waits, text] = [isReviewed(form), form.text('text')];
      rememberStart(c, form);
      const tried = await attempt(async () =>
        takeWritten(c, pastedList(text, pastedName(c, clock.now())), waits),
      );
      if (tried.ok) return c.redirect(pathBehind(tried.value, waits), 303);
      const view = { ...(await viewOf(c, 1)), pasted: text, fault: tried.fault };
      return c.html(listsPage(c, view), tried.fault.status);
    },
    { maxBytes: MAX_PASTED_BYTES },
  );
  pages.post('/lists/sample', async (c) => {
    const tried = await attempt(() =>
      takeWritten(c, sampleList(`${c.get('text')('lists.sample_name')}.csv`), false),
    );
    return tried.ok ? c.redirect(listPath(tried.value), 303) : refused(c, tried.fault);
  });
}

/** `Pasted 2026-11-28 18.04.txt`, in the language of the person; colons are no part of file names. */
function pastedName(c: PageContext, at: number): string {
  const time = minuteText(at).replace(':', '.');
  return `${c.get('text')('lists.pasted_name', { time })}.txt`;
}

/** The script of the pages sends the file, and shows the page of the list or the error. */
function isScript(c: PageContext): boolean {
  return c.req.header('Accept') === 'application/json';
}

/** Which lists somebody wants to see. */
function selectionOf(c: PageContext) {
  const order = LIST_ORDERS.find((one) => one === c.req.query('order')) ?? 'newest';
  const folder = c.req.query('folder') ?? '';
  const search = (c.req.query('search') ?? '').trim().slice(0, MAX_LIST_NAME);
  return { order, search, ...(folder !== '' && { folder }) };
}

/** Adds the name of the file to an error. */
function named(fault: PageError, { file }: ReceivedForm): PageError {
  const name = cleanFileName(file?.name ?? '');
  const { status, said, headers, hint } = fault;
  if (!file?.name || fault.message.includes(name)) return fault;
  return new PageError(
    status,
    message('errorTexts.of_file', { name, fault: said }),
    { ...headers },
    hint,
  );
}

/** `listPath`, which also remembers on the way to the question for the column that the estimate follows. */
function pathBehind(list: ListRecord, isReviewed: boolean): string {
  const query = isReviewed && list.status === 'choosing_column' ? '?review=yes' : '';
  return listPath(list) + query;
}

/** Where somebody goes on with a list: to the question for its column, as long as that is open. */
export function listPath({ id, status }: ListRecord): string {
  return `/lists/${id}${STEPS[status] ?? ''}`;
}

/** What comes before the page of a list. */
const STEPS: Readonly<Partial<Record<ListRecord['status'], string>>> = {
  choosing_column: '/column',
  ready: '/start',
};

/** Whether somebody looks at the estimate before the list is started. */
export function isReviewed(form: Pick<Form, 'text'>): boolean {
  return form.text('review') === 'yes' && form.text('atOnce') === '';
}

export function toUpload(form: ReceivedForm) {
  const { file } = form;
  if (!file || file.size === 0) throw new PageError(422, message('errorTexts.choose_file'));
  const { fd, size } = file;
  return { fd, size, name: cleanFileName(file.name), column: form.text('column').trim() };
}

/** The file name without its folders and without invisible characters. */
export function cleanFileName(given: string): string {
  const name = given.replace(/^.*[/\\]/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
  return name.slice(0, MAX_LIST_NAME).trim() || 'list';
}

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

function listsPage(c: PageContext, view: ListsView): Html {
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
        ${isFilling(storage.used, storage.max) ? html`<p class="faint">${text('lists.storage', { used: text.size(storage.used), most: text.size(storage.max) })}</p>` : NOTHING}
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
