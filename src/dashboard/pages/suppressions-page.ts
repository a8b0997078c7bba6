import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted, plural } from '../../lib/wording.ts';
import { isHash } from '../../service/suppressions/suppression-entry.ts';
import type { Suppression } from '../../service/suppressions/suppression-ports.ts';
import type { ImportedSuppressions } from '../../service/suppressions/suppressions.ts';
import type { PageContext } from '../environment.ts';
import { fileFields } from './file-fields.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, paging, searchForm, success, table } from './parts.ts';

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
  readonly fault?: string | undefined;
  /** Of the form that imports. */
  readonly importFault?: string | undefined;
  readonly imported?: ImportedSuppressions;
  readonly done?: string | undefined;
}

export function suppressionsPage(c: PageContext, view: SuppressionsView): Html {
  const { suppressions, count, search, page, hasMore, done } = view;
  return insidePage(c, {
    title: 'Do not mail',
    current: '/suppressions',
    body: html`${success(done)}${importedNotice(view.imported)}
      <p>Addresses on this list are never verified and never called deliverable: their result is
        <em>risky</em>, because they are suppressed. They cost nothing.</p>
      <section class="card" aria-labelledby="add">
        <h2 id="add">Add an address or a domain</h2>
        ${failure(view.fault)}${addForm(c, view)}
        <h2>Import a file</h2>
        ${failure(view.importFault)}${importForm(c, view)}
      </section>
      <section aria-labelledby="suppressed">
        <h2 id="suppressed">${plural(count, 'entry', 'entries')}</h2>
        ${searchForm('/suppressions', search)}
        ${table({
          caption: 'Suppressed addresses and domains',
          columns: ['Address or domain', 'Added', ''],
          rows: suppressions.map((suppression) => [
            entryText(suppression),
            moment(suppression.addedAt),
            removeForm(c, suppression),
          ]),
          empty: search === '' ? 'No entry yet.' : 'No entry begins with this.',
        })}
        ${paging({ path: '/suppressions', page, hasMore, query: search === '' ? {} : { search } })}
        ${count > 0 ? html`<p><a href="/suppressions/download">Download the list</a></p>` : NOTHING}
      </section>`,
  });
}

function importedNotice(imported: ImportedSuppressions | undefined): Html {
  if (!imported) return NOTHING;
  const { added, known, refused, examples } = imported;
  const shown = examples.map(({ text, problem }) => html`<li><code>${text}</code> ${problem}</li>`);
  return html`${success(`${plural(added, 'entry', 'entries')} added, ${counted(known)} there before.`)}
    ${
      refused === 0
        ? NOTHING
        : html`<div class="notice bad" role="alert">
            <p>${plural(refused, 'cell')} left out, for example:</p>
            <ul>${shown}</ul>
          </div>`
    }`;
}

function addForm(c: PageContext, { entry = '' }: SuppressionsView): Html {
  return html`<form method="post" action="/suppressions" class="line">
    ${csrfField(c)}
    <div class="field grow">
      <label for="entry">E-mail address, or @ and a domain</label>
      <input id="entry" name="entry" value="${entry}" maxlength="1000" required autocomplete="off"
        autocapitalize="none" spellcheck="false" placeholder="ann@example.com or @example.com" />
    </div>
    <button class="main">Add</button>
  </form>`;
}

function importForm(c: PageContext, { column = '' }: SuppressionsView): Html {
  return html`<form method="post" action="/suppressions/import" enctype="multipart/form-data" class="line">
    ${csrfField(c)}
    ${fileFields(column)}
    <button class="main" data-busy="Importing…">Import</button>
    <p class="hint" id="list-hint">Up to 1,000,000 rows or 200 MB. The file is not kept.</p>
  </form>`;
}

function entryText({ entry }: Suppression): Html {
  return isHash(entry)
    ? html`<span class="faint">an erased address</span>`
    : html`<span class="address">${entry}</span>`;
}

/** Whether an address gets mail again is for owners to decide. */
function removeForm(c: PageContext, { entry }: Suppression): Html {
  if (c.get('identity').person.role !== 'owner' || isHash(entry)) return NOTHING;
  return html`<form method="post" action="/suppressions/remove"
    data-confirm="Remove ${entry}? It will be verified again.">
    ${csrfField(c)}<input type="hidden" name="entry" value="${entry}" />
    <button class="danger" aria-label="Remove ${entry}">Remove</button>
  </form>`;
}
