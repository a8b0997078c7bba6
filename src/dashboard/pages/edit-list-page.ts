import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { FolderCount, ListRecord } from '../../service/lists/list-ports.ts';
import type { ListShare } from '../../service/lists/share-ports.ts';
import { SHARE_DAYS } from '../../service/lists/share-report.ts';
import type { PageContext } from '../environment.ts';
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
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

/** Name and folder of a list, and the links to its report. */
export function editListPage(c: PageContext, view: EditView): Html {
  const { list, fault, done, link } = view;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    body: html`${success(done)}${failure(fault)}
      <p><a href="/lists/${list.id}">Back to the list</a></p>
      <section class="card" aria-labelledby="name-folder">
        <h2 id="name-folder">Name and folder</h2>
        ${nameForm(c, list)}
        ${folderForm(c, view)}
      </section>
      <section class="card" aria-labelledby="share">
        <h2 id="share">Share the report</h2>
        <p>Who has the link sees the report until the day it expires, without signing in. It names no address.</p>
        ${link ? html`<p>Copy the link now. You will not see it again.</p>${secretLink(c.get('text'), link)}` : NOTHING}
        ${list.counts ? shareForm(c, list) : html`<p class="faint">The list has no report yet.</p>`}
        ${shareTable(c, view)}
      </section>`,
  });
}

function nameForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/rename" class="line">
    ${csrfField(c)}
    <div class="field grow"><label for="name">Name</label>
      <input id="name" name="name" value="${name}" maxlength="200" required autocomplete="off" /></div>
    <button>Rename</button>
  </form>`;
}

function folderForm(c: PageContext, { list: { id, folder }, folders }: EditView): Html {
  return html`<form method="post" action="/lists/${id}/folder" class="line">
    ${csrfField(c)}
    <div class="field grow"><label for="folder">Folder</label>
      <input id="folder" name="folder" value="${folder ?? ''}" maxlength="60" list="folders"
        placeholder="e.g. Spring campaign; empty: none" autocomplete="off" />
      <datalist id="folders">${folders.map(({ folder: known }) => html`<option value="${known}"></option>`)}</datalist>
    </div>
    <button>Move</button>
  </form>`;
}

function shareForm(c: PageContext, { id }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/share" class="line">
    ${csrfField(c)}
    <div class="field"><label for="days">Expires after</label>
      <select id="days" name="days">
        ${SHARE_DAYS.map((days) => html`<option value="${days}" ${days === 7 ? html`selected` : NOTHING}>${days} ${days === 1 ? 'day' : 'days'}</option>`)}
      </select></div>
    <button class="main">Create a link</button>
  </form>`;
}

function shareTable(c: PageContext, { list, shares }: EditView): Html {
  if (shares.length === 0) return NOTHING;
  return table({
    caption: 'Open links to the report',
    columns: ['Created', 'By', 'Expires', 'Change'],
    rows: shares.map((share) => [
      moment(share.createdAt, c.get('text')),
      addressText(share.createdBy),
      moment(share.expiresAt, c.get('text')),
      html`<form method="post" action="/lists/${list.id}/shares/${share.id}/revoke"
        data-confirm="Revoke this link? Who has it sees the report no longer.">
        ${csrfField(c)}<button class="danger">Revoke</button></form>`,
    ]),
    empty: '',
  });
}
