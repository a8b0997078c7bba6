import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { FolderCount, ListRecord } from '../../service/lists/list-ports.ts';
import type { ListShare } from '../../service/lists/share-ports.ts';
import { SHARE_DAYS } from '../../service/lists/share-report.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
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
export function editListPage(c: PageContext, view: EditView): Html {
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
