import { VERDICTS } from '../../contract/verdict.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { counted } from '../../lib/wording.ts';
import type { ListRecord } from '../../service/lists/list-ports.ts';
import type { PageContext } from '../environment.ts';
import { csrfField } from './layout.ts';

/** Download, report, retry and delete. */
export function listActions(c: PageContext, list: ListRecord): Html {
  return html`<section class="actions" aria-label="What to do with the list">
    ${downloadForm(list)}
    <a class="button" href="/lists/${list.id}/report">Report</a>
    <a class="button" href="/lists/${list.id}/edit">Share or rename</a>
    ${retryForm(c, list)}
    ${deleteForm(c, list)}
  </section>`;
}

/** A workbook comes back as one unless something else is chosen. */
function downloadForm({ id, status, form }: ListRecord): Html {
  const workbook = form?.sheet ? html`selected` : NOTHING;
  return html`<form method="get" action="/lists/${id}/download" class="download">
    <button class="main">Download</button>
    <label><span class="unseen">Rows</span>
      <select name="only">
        <option value="">all rows</option>
        ${VERDICTS.map((verdict) => html`<option value="${verdict}">${verdict} rows</option>`)}
      </select>
    </label>
    <label><span class="unseen">Format</span>
      <select name="format">
        <option value="csv">as CSV</option>
        <option value="xlsx" ${workbook}>as Excel workbook</option>
        <option value="zip">as ZIP, by verdict</option>
      </select>
    </label>
    <input type="hidden" name="bom" value="yes" />
    ${status === 'running' ? html`<span class="faint">with the results so far</span>` : NOTHING}
  </form>`;
}

function retryForm(c: PageContext, { id, status, verdicts }: ListRecord): Html {
  const mayRetry = status === 'cancelled' || (status === 'completed' && verdicts.unknown > 0);
  if (!mayRetry) return NOTHING;
  const what = status === 'cancelled' ? 'the rest' : `${counted(verdicts.unknown)} unknown`;
  return html`<form method="post" action="/lists/${id}/retry">
    ${csrfField(c)}<button data-busy="Retrying…">Retry ${what}</button>
  </form>`;
}

function deleteForm(c: PageContext, { id, name }: ListRecord): Html {
  return html`<form method="post" action="/lists/${id}/delete"
    data-confirm="Delete ${name} with its rows, batches and results? The history of verifications stays.">
    ${csrfField(c)}<button class="danger">Delete</button>
  </form>`;
}
