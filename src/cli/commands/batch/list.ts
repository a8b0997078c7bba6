import { DEFAULT_BATCHES_LIMIT } from '../../../contract/limits.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { type PageRange, pagesOf, parsePageRange } from '../../pages.ts';
import { BATCH_COLUMNS, type BatchRow, batchRow } from '../../render/batch-row.ts';

export function parseListOptions({ flags }: CommandLine): PageRange {
  return parsePageRange(flags, DEFAULT_BATCHES_LIMIT);
}

/** Lists the team's batches, page by page. */
export async function runList(invocation: Invocation, wanted: PageRange): Promise<undefined> {
  await using service = await openService(invocation, await resolveService(invocation));
  const { signal } = invocation.context;
  const rows: BatchRow[] = [];
  const fetch = service.client.listBatches;
  for await (const page of pagesOf((page) => fetch(page, { signal }), wanted)) {
    rows.push(...page.map(batchRow));
  }
  await printList(invocation, { rows, columns: BATCH_COLUMNS });
}
