import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { inspectList } from '../../lists/inspect/inspect-list.ts';
import { readRows } from '../../lists/read/read-rows.ts';
import type { ListSource } from '../../lists/source.ts';
import { PageError } from '../page-error.ts';

export const MAX_BATCHES = 50;
export const MAX_ADDRESSES = MAX_BATCHES * MAX_BATCH_SIZE;

/** The addresses of an uploaded list. */
export interface UploadedList {
  /** Distinct addresses, in the list's order. */
  readonly addresses: readonly string[];
  /** Rows whose address is in an earlier row. */
  readonly repeated: number;
  /** Rows without an address that can be verified. */
  readonly skipped: number;
}

/** Rejects with a 422: an ambiguous column, too many addresses, or an unreadable list. */
export async function readList(source: ListSource, column: string): Promise<UploadedList> {
  const plan = await inspectList(source, column ? { columns: [column] } : {});
  const addresses = new Set<string>();
  let found = 0;
  let skipped = 0;
  for await (const row of readRows(source, plan)) {
    if (row.problem && row.problem !== 'blank') skipped++;
    for (const { address } of row.addresses) {
      if (address === undefined) continue;
      found++;
      addresses.add(address);
    }
    if (addresses.size > MAX_ADDRESSES) throw tooMany();
  }
  return { addresses: [...addresses], repeated: found - addresses.size, skipped };
}

function tooMany(): PageError {
  return new PageError(
    422,
    `A list may have ${MAX_ADDRESSES.toLocaleString('en')} addresses here; the command line takes longer ones`,
  );
}
