import { type Html, html, NOTHING } from '../../lib/html.ts';
import type { ListSample } from '../../service/lists/list-files.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, table } from './parts.ts';

interface ColumnView {
  readonly list: ListRecord;
  readonly sample: ListSample;
  /** Whether the list then waits until somebody has seen what it takes. */
  readonly isReviewed: boolean;
  readonly fault?: string | undefined;
}

/** Asks which column has the addresses. */
export function columnPage(c: PageContext, { list, sample, isReviewed, fault }: ColumnView): Html {
  const { columns, rows } = sample;
  return insidePage(c, {
    title: list.name,
    current: '/lists',
    body: html`${failure(fault)}
      <form method="post" action="/lists/${list.id}/column" class="card">
        ${csrfField(c)}
        ${isReviewed ? html`<input type="hidden" name="review" value="yes" />` : NOTHING}
        <fieldset>
          <legend>Which columns have the e-mail addresses?</legend>
          <p class="faint">More than one column has e-mail addresses. Nothing starts until you choose; you can take several.</p>
          ${columns.map((name, index) => choice({ name, number: index + 1, rows }))}
        </fieldset>
        <button class="main" data-busy="Reading the list…">Continue with these columns</button>
      </form>
      ${deleteForm(c, list.id)}
      <h2 id="rows">The first rows</h2>
      <section class="scroll" tabindex="0" aria-labelledby="rows">
        ${table({ caption: 'The first rows of the list', columns, rows, empty: '' })}
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
    ${name} <span class="faint address">${example}</span></label>`;
}

function deleteForm(c: PageContext, id: string): Html {
  return html`<form method="post" action="/lists/${id}/delete" data-confirm="Delete this list?">
    ${csrfField(c)}<button class="danger">Delete the list</button>
  </form>`;
}
