import { DEFAULT_BATCHES_LIMIT } from '../../../contract/limits.ts';
import type { Action } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { pagesOf, parseWanted } from '../../pages.ts';
import { BATCH_COLUMNS, type BatchRow, batchRow } from '../../render/batch-row.ts';
import { openService } from '../../service/open.ts';
import { resolveService } from '../../service/resolve.ts';

/** Lists the team's batches, page by page. */
export const runList: Action = async (invocation) => {
  const { context, flags } = invocation;
  const wanted = parseWanted(flags, DEFAULT_BATCHES_LIMIT);
  await using service = await openService(invocation, await resolveService(invocation));
  const { signal } = context;
  const rows: BatchRow[] = [];
  const fetch = service.client.listBatches;
  for await (const batch of pagesOf((page) => fetch(page, { signal }), wanted)) {
    rows.push(batchRow(batch));
  }
  await printList(invocation, { rows, columns: BATCH_COLUMNS });
  return undefined;
};
