import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { message, sayMessage } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isPermitted } from '../../service/people/people.ts';
import { isHash, type Suppression, toEntry } from '../../service/suppressions/entries.ts';
import {
  addSuppressions,
  exportSuppressions,
  type ImportedSuppressions,
  importSuppressionFile,
  readSuppressions,
  removeSuppressions,
} from '../../service/suppressions/suppressions.ts';
import { attachment } from '../downloads.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt, PageError } from '../page-error.ts';
import { doneOf, type PagesFor, parsePage, ROWS_A_PAGE, toPageRows } from '../signed-in.ts';
import { csrfField, insidePage } from './layout.ts';
import { toUpload } from './lists.ts';
import {
  addressText,
  failure,
  fileField,
  moment,
  paging,
  searchForm,
  success,
  table,
} from './parts.ts';
import { LIST_ENDINGS } from './upload-form.ts';

const LONGEST_SEARCH = 320;

const DONE: Readonly<Record<string, PlainMessageId>> = {
  added: 'suppressions.done_added',
  known: 'suppressions.done_known',
  removed: 'suppressions.done_removed',
};

/** The suppression list of a team: all of the team add to it, owners remove from it. */
export function suppressionsRoutes(pagesFor: PagesFor, deps: DashboardDeps): void {
  const pages = pagesFor('suppressions');
  const { service, lists, uploads } = deps;
  const shown = async (c: PageContext, more: Partial<SuppressionsView> = {}) => {
    const list = service.store.suppressions(c.get('identity').team.id);
    const page = c.req.method === 'GET' ? parsePage(c) : 1;
    const search = (c.req.query('search') ?? '').slice(0, LONGEST_SEARCH);
    const rows = toPageRows(page);
    const found = await list.list({ prefix: toEntry(search), ...rows });
    const suppressions = found.slice(0, ROWS_A_PAGE);
    const hasMore = found.length > ROWS_A_PAGE;
    const count = await list.count();
    return suppressionsPage(c, { suppressions, count, search, page, hasMore, ...more });
  };
  pages.get('/suppressions', async (c) => c.html(await shown(c, { done: doneOf(c, DONE) })));
  pages.post('/suppressions', async (c, form) => {
    const entry = form.text('entry');
    const tried = await attempt(() => addSuppressions(service, ownerOf(c), entriesOf(c, entry)));
    if (tried.ok) {
      return c.redirect(`/suppressions?done=${tried.value > 0 ? 'added' : 'known'}`, 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { entry, fault }), fault.status);
  });
  const refused = async (c: PageContext, importFault: PageError, column = '') => {
    const { status, headers } = importFault;
    return c.html(await shown(c, { column, importFault }), status, { ...headers });
  };
  pages.upload('/suppressions/import', {
    async act(c, form) {
      const owner = ownerOf(c);
      const context = { ...service, files: lists.files };
      const tried = await attempt(() =>
        uploads.inTurn(owner.teamId, () => importSuppressionFile(context, owner, toUpload(form))),
      );
      if (tried.ok) return c.html(await shown(c, { imported: tried.value }));
      return refused(c, tried.fault, form.text('column'));
    },
    refuse: refused,
  });
  pagesFor('remove_suppressions').post('/suppressions/remove', async (c, form) => {
    await removeSuppressions(service, ownerOf(c), entriesOf(c, form.text('entry')));
    return c.redirect('/suppressions?done=removed', 303);
  });
  pages.get('/suppressions/download', (c) =>
    attachment('suppressions.txt', 'text/plain; charset=utf-8', linesOf(deps, ownerOf(c))),
  );
}

function ownerOf(c: PageContext) {
  const { person, team } = c.get('identity');
  return { teamId: team.id, actor: person.email };
}

/** What somebody typed: an address as people write it, or several. */
function entriesOf(c: PageContext, typed: string): readonly string[] {
  const { entries, refused } = readSuppressions([typed]);
  const [fault] = refused;
  if (fault)
    throw new PageError(422, message('errorTexts.no_suppression', { text: fault.text.trim() }));
  if (entries.length === 0) throw new PageError(422, c.get('text')('suppressions.write_entry'));
  return entries;
}

/** As plain lines: they can be imported as they are. */
async function* linesOf(
  { service }: DashboardDeps,
  owner: ReturnType<typeof ownerOf>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const some of exportSuppressions(service, owner)) {
    yield encoder.encode(some.map(({ entry }) => `${entry}\n`).join(''));
  }
}

interface SuppressionsView {
  readonly suppressions: readonly Suppression[];
  /** All of the team. */
  readonly count: number;
  readonly search: string;
  readonly page: number;
  readonly hasMore: boolean;
  /** What was typed into the form. */
  readonly entry?: string;
  readonly column?: string;
  readonly fault?: PageError | undefined;
  /** Of the form that imports. */
  readonly importFault?: PageError | undefined;
  readonly imported?: ImportedSuppressions;
  readonly done?: string | undefined;
}

function suppressionsPage(c: PageContext, view: SuppressionsView): Html {
  const text = c.get('text');
  const { suppressions, count, search, page, hasMore, done } = view;
  return insidePage(c, {
    title: text('suppressions.title'),
    current: '/suppressions',
    body: html`${success(done)}${importedNotice(text, view.imported)}
      <p>${text('suppressions.intro')}</p>
      <section class="card" aria-labelledby="add">
        <h2 id="add">${text('suppressions.add_title')}</h2>
        ${failure(text, view.fault)}${addForm(c, view)}
        <h2>${text('suppressions.import_title')}</h2>
        ${failure(text, view.importFault)}${importForm(c, view)}
      </section>
      <section aria-labelledby="suppressed">
        <h2 id="suppressed">${text('suppressions.entries', { count })}</h2>
        ${searchForm(text, { action: '/suppressions', search })}
        ${table({
          caption: text('suppressions.caption'),
          columns: [text('suppressions.address_or_domain'), text('suppressions.added_column'), ''],
          rows: suppressions.map((suppression) => [
            entryText(text, suppression),
            moment(suppression.addedAt, text),
            removeForm(c, suppression),
          ]),
          empty: text(search === '' ? 'suppressions.none' : 'suppressions.none_begins'),
        })}
        ${paging(text, { path: '/suppressions', page, hasMore, query: search === '' ? {} : { search } })}
        ${count > 0 ? html`<p><a href="/suppressions/download">${text('suppressions.download')}</a></p>` : NOTHING}
      </section>`,
  });
}

function importedNotice(text: Texts, imported: ImportedSuppressions | undefined): Html {
  if (!imported) return NOTHING;
  const { added, known, refused, examples } = imported;
  const shown = examples.map(
    ({ text: cell, problem }) =>
      html`<li><code translate="no">${cell}</code> ${sayMessage(text, problem)}</li>`,
  );
  return html`${success(text('suppressions.imported', { count: added, known }))}
    ${
      refused === 0
        ? NOTHING
        : html`<div class="notice bad" role="alert">
            <p>${text('suppressions.skipped', { count: refused })}</p>
            <ul>${shown}</ul>
          </div>`
    }`;
}

function addForm(c: PageContext, { entry = '' }: SuppressionsView): Html {
  const text = c.get('text');
  return html`<form method="post" action="/suppressions" class="line">
    ${csrfField(c)}
    <div class="field grow">
      <label for="entry">${text('suppressions.entry_label')}</label>
      <input id="entry" name="entry" value="${entry}" maxlength="1000" required autocomplete="off"
        autocapitalize="none" spellcheck="false" placeholder="${text('suppressions.entry_placeholder')}" />
    </div>
    <button class="main">${text('suppressions.add')}</button>
  </form>`;
}

function importForm(c: PageContext, { column = '' }: SuppressionsView): Html {
  const text = c.get('text');
  return html`<form method="post" action="/suppressions/import" enctype="multipart/form-data" class="line">
    ${csrfField(c)}
    ${fileFields(text, column)}
    <button class="main" data-busy="${text('suppressions.importing')}">${text('suppressions.import')}</button>
    <p class="hint" id="list-hint">${text('suppressions.import_hint')}</p>
  </form>`;
}

function entryText(text: Texts, { entry }: Suppression): Html {
  return isHash(entry)
    ? html`<span class="faint">${text('suppressions.erased')}</span>`
    : addressText(entry);
}

function removeForm(c: PageContext, { entry }: Suppression): Html {
  const { role } = c.get('identity').person;
  if (!isPermitted(role, 'remove_suppressions') || isHash(entry)) return NOTHING;
  const text = c.get('text');
  return html`<form method="post" action="/suppressions/remove"
    data-confirm="${text('suppressions.confirm_remove', { entry })}">
    ${csrfField(c)}<input type="hidden" name="entry" value="${entry}" />
    <button class="danger" aria-label="${text('suppressions.remove_entry', { entry })}">${text('common.remove')}</button>
  </form>`;
}

/** The fields of a form that takes a file of addresses: the file, and its column. */
function fileFields(text: Texts, column: string): Html {
  return html`${fileField(text, { label: text('upload.file'), accept: LIST_ENDINGS })}
    <div class="field">
      <label for="column">${text('upload.column_if_missing')}</label>
      <input id="column" name="column" value="${column}" maxlength="200" placeholder="${text('upload.name_or_number')}"
        autocomplete="off" />
    </div>`;
}
