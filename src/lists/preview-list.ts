import { MAX_BATCH_SIZE } from '../contract/limits.ts';
import { DistinctCounter } from './distinct-counter.ts';
import { columnLabel, type ListPlan } from './plan.ts';
import { readBatches } from './read-rows.ts';
import type { CellAddress } from './row.ts';
import type { ListSource } from './source.ts';

/** What sending a list would mean. */
export interface ListPreview extends Pick<ListPlan, 'format' | 'encoding' | 'delimiter'> {
  /** Rows, blank lines not counted. */
  readonly rows: number;
  /** Addresses that would be sent, each once. */
  readonly distinct: number;
  /** Addresses that are in the list again. */
  readonly duplicates: number;
  /** Cells with nothing to send: empty, no address, or several addresses. */
  readonly unusable: number;
  readonly unusableBy: Readonly<Record<NonNullable<CellAddress['problem']>, number>>;
  /** Batches of at most 1000 addresses. */
  readonly batches: number;
  /** The e-mail columns for people: `"Email"` or `column 2`. */
  readonly columns: readonly string[];
}

/** Reads the list through and counts what would be sent; memory grows by 16 bytes an address. */
export async function previewList(source: ListSource, plan: ListPlan): Promise<ListPreview> {
  const counter = new DistinctCounter();
  const unusableBy = { empty: 0, syntax: 0, several_addresses: 0 };
  let rows = 0;
  let usable = 0;
  for await (const batch of readBatches(source, plan)) {
    for (const { addresses } of batch) {
      if (addresses.length > 0) rows++;
      for (const { address, problem } of addresses) {
        if (problem) unusableBy[problem]++;
        if (address === undefined) continue;
        usable++;
        counter.add(address);
      }
    }
  }
  const { format, encoding, delimiter } = plan;
  return {
    format,
    encoding,
    delimiter,
    rows,
    distinct: counter.count,
    duplicates: usable - counter.count,
    unusable: unusableBy.empty + unusableBy.syntax + unusableBy.several_addresses,
    unusableBy,
    batches: Math.ceil(counter.count / MAX_BATCH_SIZE),
    columns: plan.columns.map((index) => columnLabel(plan.header, index)),
  };
}
