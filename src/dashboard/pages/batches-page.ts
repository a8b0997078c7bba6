import { type Html, html } from '../../lib/html.ts';
import { counted } from '../../lib/wording.ts';
import type { BatchRecord } from '../../service/records.ts';
import type { PageContext } from '../environment.ts';
import { insidePage } from './layout.ts';
import { moment, paging, statusBadge, table } from './parts.ts';

interface BatchesView {
  readonly batches: readonly BatchRecord[];
  readonly page: number;
  readonly hasMore: boolean;
}

export function batchesPage(c: PageContext, { batches, page, hasMore }: BatchesView): Html {
  return insidePage(c, {
    title: 'API batches',
    current: '/batches',
    body: html`<p class="faint">Batches that programs submitted with an API key. Those of uploaded
        lists are under <a href="/lists">Lists</a>.</p>
      ${table({
        caption: 'Batches submitted with an API key, newest first',
        columns: ['Created', 'State', 'Addresses', 'Processed'],
        rows: batches.map((batch) => [
          html`<a href="/batches/${batch.id}">${moment(batch.createdAt)}</a>`,
          statusBadge(batch.status),
          counted(batch.totalCount),
          smallProgress(batch),
        ]),
        empty: 'No batch yet: submit one with an API key.',
      })}
      ${paging({ path: '/batches', page, hasMore })}`,
  });
}

function smallProgress({ processedCount, totalCount }: BatchRecord): Html {
  return html`<progress value="${processedCount}" max="${totalCount}" aria-label="Processed"></progress>
    <span class="faint">${counted(processedCount)}</span>`;
}
