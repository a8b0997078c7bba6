import { sayMessage } from '../../i18n/message.ts';
import type { Texts } from '../../i18n/texts.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { isPermitted } from '../../service/people/roles.ts';
import { isHash } from '../../service/suppressions/suppression-entry.ts';
import type { Suppression } from '../../service/suppressions/suppression-ports.ts';
import type { ImportedSuppressions } from '../../service/suppressions/suppressions.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { csrfField, insidePage } from './layout.ts';
import { addressText, failure, moment, paging, searchForm, success, table } from './parts.ts';

export interface SuppressionsView {
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

export function suppressionsPage(c: PageContext, view: SuppressionsView): Html {
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
  return html`<div class="field grow">
      <label for="list">${text('upload.file')}</label>
      <input id="list" type="file" name="list" required aria-describedby="list-hint"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json,.jsonl,.gz,.zst,.zip,text/*" />
    </div>
    <div class="field">
      <label for="column">${text('upload.column_if_missing')}</label>
      <input id="column" name="column" value="${column}" maxlength="200" placeholder="${text('upload.name_or_number')}"
        autocomplete="off" />
    </div>`;
}
