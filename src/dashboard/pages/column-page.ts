import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListSample } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import type { PageError } from '../page-error.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, table } from './parts.ts';

interface ColumnView {
  readonly list: ListRecord;
  readonly sample: ListSample;
  /** Whether the list then waits until somebody has seen what it takes. */
  readonly isReviewed: boolean;
  readonly fault?: PageError | undefined;
}

/** Asks which column has the addresses. */
export function columnPage(c: PageContext, { list, sample, isReviewed, fault }: ColumnView): Html {
  const text = c.get('text');
  const { columns, rows } = sample;
  return insidePage(c, {
    title: list.name,
    isName: true,
    current: '/lists',
    body: html`${failure(text, fault)}
      <form method="post" action="/lists/${list.id}/column" class="card">
        ${csrfField(c)}
        ${isReviewed ? html`<input type="hidden" name="review" value="yes" />` : NOTHING}
        <fieldset>
          <legend>${text('column.which')}</legend>
          <p class="faint">${text('column.several')}</p>
          ${columns.map((name, index) => choice({ name, number: index + 1, rows }))}
        </fieldset>
        <button class="main" data-busy="${text('common.reading_list')}">${text('column.go_on')}</button>
      </form>
      ${deleteForm(c, list.id)}
      <h2 id="rows">${text('column.first_rows')}</h2>
      <section class="scroll" translate="no" tabindex="0" aria-labelledby="rows">
        ${table({ caption: text('column.caption'), columns, rows, empty: '' })}
      </section>`,
  });
}

interface Choice {
  readonly name: string;
  readonly number: number;
  readonly rows: ListSample['rows'];
}

/** Only columns that show an address among the first rows can be meant. */
function choice({ name, number, rows }: Choice): Html | undefined {
  const example = rows.map((cells) => cells[number - 1] ?? '').find((cell) => cell.includes('@'));
  if (example === undefined) return undefined;
  return html`<label class="check"><input type="checkbox" name="column" value="${number}" />
    <span translate="no">${name}</span> <span class="faint address">${example}</span></label>`;
}

function deleteForm(c: PageContext, id: string): Html {
  return html`<form method="post" action="/lists/${id}/delete" data-confirm="${c.get('text')('column.confirm_delete')}">
    ${csrfField(c)}<button class="danger">${c.get('text')('common.delete_list')}</button>
  </form>`;
}
