import type { Texts } from '../../i18n/texts.ts';
import { type Html, html } from '../../lib/html.ts';
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
  const text = c.get('text');
  const lists = (inside: readonly (string | Html)[]) => html`<a href="/lists">${inside}</a>`;
  return insidePage(c, {
    title: text('batches.title'),
    current: '/batches',
    body: html`<p class="faint">${text.rich('batches.intro', { link: lists })}</p>
      ${table({
        caption: text('batches.caption'),
        columns: [
          text('common.created'),
          text('common.state'),
          text('common.addresses'),
          text('common.processed'),
        ],
        rows: batches.map((batch) => [
          html`<a href="/batches/${batch.id}">${moment(batch.createdAt, text)}</a>`,
          statusBadge(text, batch.status),
          text.number(batch.totalCount),
          smallProgress(text, batch),
        ]),
        empty: text('batches.none'),
      })}
      ${paging(text, { path: '/batches', page, hasMore })}`,
  });
}

function smallProgress(text: Texts, { processedCount, totalCount }: BatchRecord): Html {
  return html`<progress value="${processedCount}" max="${totalCount}" aria-label="${text('common.processed')}"></progress>
    <span class="faint">${text.number(processedCount)}</span>`;
}
