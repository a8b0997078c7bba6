import { type Html, html } from '../../lib/html.ts';
import { counted } from '../../lib/wording.ts';
import type { BatchRecord } from '../../service/records.ts';
import type { PageContext } from '../environment.ts';
import { MAX_ADDRESSES, MAX_BATCHES } from '../uploads/read-list.ts';
import { csrfField, insidePage } from './layout.ts';
import { failure, moment, paging, statusBadge, success, table } from './parts.ts';

interface BatchesView {
  readonly batches: readonly BatchRecord[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly column?: string;
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
}

export function batchesPage(c: PageContext, view: BatchesView): Html {
  const { batches, page, hasMore, done } = view;
  return insidePage(c, {
    title: 'Batches',
    current: '/batches',
    body: html`${success(done)}
      <section class="card" aria-labelledby="upload">
        <h2 id="upload">Upload a list</h2>
        ${uploadForm(c, view)}
      </section>
      <section aria-labelledby="batches">
        <h2 id="batches">The team's batches</h2>
        ${table({
          caption: "The team's batches, newest first",
          columns: ['Created', 'State', 'Addresses', 'Processed'],
          rows: batches.map((batch) => [
            html`<a href="/batches/${batch.id}">${moment(batch.createdAt)}</a>`,
            statusBadge(batch.status),
            counted(batch.totalCount),
            smallProgress(batch),
          ]),
          empty: 'No batch yet: upload a list, or submit one with an API key.',
        })}
        ${paging({ path: '/batches', page, hasMore })}
      </section>`,
  });
}

function uploadForm(c: PageContext, { column = '', fault }: BatchesView): Html {
  return html`${failure(fault)}
    <form method="post" action="/batches" enctype="multipart/form-data" class="line">
      ${csrfField(c)}
      <div class="field grow">
        <label for="list">A file: CSV, plain lines or JSON</label>
        <input id="list" type="file" name="list" accept=".csv,.tsv,.txt,.json,.jsonl,text/*" required
          aria-describedby="list-hint" />
      </div>
      <div class="field">
        <label for="column">E-mail column, if it isn't found</label>
        <input id="column" name="column" value="${column}" maxlength="200" placeholder="name or number"
          autocomplete="off" />
      </div>
      <button class="main" data-busy="Uploading…">Verify the list</button>
      <p class="hint" id="list-hint">Each address once, up to ${counted(MAX_ADDRESSES)}
        (${MAX_BATCHES} batches).</p>
    </form>`;
}

function smallProgress({ processedCount, totalCount }: BatchRecord): Html {
  return html`<progress value="${processedCount}" max="${totalCount}" aria-label="Processed"></progress>
    <span class="faint">${counted(processedCount)}</span>`;
}
