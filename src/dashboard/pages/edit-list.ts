import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { FolderCount, ListRecord, ListShare } from '../../service/lists/list-ports.ts';
import { getList, moveList, renameList } from '../../service/lists/lists.ts';
import { revokeShare, SHARE_DAYS, shareReport } from '../../service/lists/share-report.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { linkBase } from '../origin.ts';
import { attempt, type PageError } from '../page-error.ts';
import { doneOf, pathId, type SignedInPages } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import {
  addressText,
  failure,
  moment,
  type SecretLink,
  secretLink,
  success,
  table,
} from './parts.ts';

const DONE = {
  renamed: 'editList.renamed',
  moved: 'editList.moved',
  revoked: 'editList.revoked',
} as const;

interface More {
  readonly link?: SecretLink;
  readonly fault?: PageError;
  readonly done?: string | undefined;
}

/** Name, folder and links of a list. */
export function editListRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { lists, clock } = deps;
  const shown = async (c: PageContext, more: More = {}) => {
    const { team } = c.get('identity');
    const list = await getList(lists, team, pathId(c));
    const own = lists.store.lists(team.id);
    const [folders, shares] = await Promise.all([own.folders(), own.shares(list.id, clock.now())]);
    return editListPage(c, { list, folders, shares, ...more });
  };
  const change = async (c: PageContext, work: () => Promise<void>, done: string) => {
    const tried = await attempt(work);
    if (tried.ok) return c.redirect(`/lists/${pathId(c)}/edit?done=${done}`, 303);
    return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
  };
  pages.get('/lists/:id/edit', async (c) => c.html(await shown(c, { done: doneOf(c, DONE) })));
  pages.post('/lists/:id/rename', (c, form) => {
    const renamed = { id: pathId(c), name: form.text('name') };
    return change(c, () => renameList(lists, c.get('identity'), renamed), 'renamed');
  });
  pages.post('/lists/:id/folder', (c, form) => {
    const moved = { id: pathId(c), folder: form.text('folder') };
    return change(c, () => moveList(lists, c.get('identity'), moved), 'moved');
  });
  pages.post('/lists/:id/share', async (c, form) => {
    const wanted = { id: pathId(c), days: Number(form.text('days')) };
    const tried = await attempt(() => shareReport(lists, c.get('identity'), wanted));
    if (!tried.ok) return c.html(await shown(c, { fault: tried.fault }), tried.fault.status);
    const path = `/shared/${tried.value}`;
    return c.html(await shown(c, { link: { path, url: linkBase(deps) + path } }));
  });
  pages.post('/lists/:id/shares/:share/revoke', (c) => {
    const revoked = { id: pathId(c), shareId: c.req.param('share') ?? '' };
    return change(c, () => revokeShare(lists, c.get('identity'), revoked), 'revoked');
  });
}

interface EditView {
  readonly list: ListRecord;
  readonly folders: readonly FolderCount[];
  readonly shares: readonly ListShare[];
  /** Of a link that was made now. */
  readonly link?: SecretLink | undefined;
  readonly fault?: PageError | undefined;
  readonly done?: string | undefined;
}

/** Name and folder of a list, and the links to its report. */
function editListPage(c: PageContext, view: EditView): Html {
  const text = c.get('text');
  const { list, fault, done, link } = view;
  return insidePage(c, {
    title: list.name,
    isName: true,
    current: '/lists',
    body: html`${success(done)}${failure(text, fault)}
      <p><a href="/lists/${list.id}">${text('editList.back')}</a></p>
      <section class="card" aria-labelledby="name-folder">
        <h2 id="name-folder">${text('editList.name_and_folder')}</h2>
        ${nameForm(c, list)}
        ${folderForm(c, view)}
      </section>
      <section class="card" aria-labelledby="share">
        <h2 id="share">${text('editList.share')}</h2>
        <p>${text('editList.share_note')}</p>
        ${link ? html`<p>${text('editList.copy_now')}</p>${secretLink(text, link)}` : NOTHING}
        ${list.counts ? shareForm(c, list) : html`<p class="faint">${text('editList.no_report')}</p>`}
        ${shareTable(c, view)}
      </section>`,
  });
}

function nameForm(c: PageContext, { id, name }: ListRecord): Html {
  const text = c.get('text');
  return html`<form method="post" action="/lists/${id}/rename" class="line">
    ${csrfField(c)}
    <div class="field grow"><label for="name">${text('common.name')}</label>
      <input id="name" name="name" value="${name}" maxlength="200" required autocomplete="off" /></div>
    <button>${text('editList.rename')}</button>
  </form>`;
}

function folderForm(c: PageContext, { list: { id, folder }, folders }: EditView): Html {
  const text = c.get('text');
  return html`<form method="post" action="/lists/${id}/folder" class="line">
    ${csrfField(c)}
    <div class="field grow"><label for="folder">${text('lists.folder')}</label>
      <input id="folder" name="folder" value="${folder ?? ''}" maxlength="60" list="folders"
        placeholder="${text('editList.folder_example')}" autocomplete="off" />
      <datalist id="folders">${folders.map(({ folder: known }) => html`<option value="${known}"></option>`)}</datalist>
    </div>
    <button>${text('editList.move')}</button>
  </form>`;
}

function shareForm(c: PageContext, { id }: ListRecord): Html {
  const text = c.get('text');
  return html`<form method="post" action="/lists/${id}/share" class="line">
    ${csrfField(c)}
    <div class="field"><label for="days">${text('editList.expires_after')}</label>
      <select id="days" name="days">
        ${SHARE_DAYS.map((days) => html`<option value="${days}" ${days === 7 ? html`selected` : NOTHING}>${text('editList.days', { count: days })}</option>`)}
      </select></div>
    <button class="main">${text('editList.create_link')}</button>
  </form>`;
}

function shareTable(c: PageContext, { list, shares }: EditView): Html {
  const text = c.get('text');
  if (shares.length === 0) return NOTHING;
  return table({
    caption: text('editList.links'),
    columns: [
      text('common.created'),
      text('editList.by'),
      text('editList.expires'),
      text('common.change'),
    ],
    rows: shares.map((share) => [
      moment(share.createdAt, text),
      addressText(share.createdBy),
      moment(share.expiresAt, text),
      html`<form method="post" action="/lists/${list.id}/shares/${share.id}/revoke"
        data-confirm="${text('editList.confirm_revoke')}">
        ${csrfField(c)}<button class="danger">${text('editList.revoke')}</button></form>`,
    ]),
    empty: '',
  });
}
