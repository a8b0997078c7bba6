import { HEADER, measure, type Row } from './measure.ts';
import { BATCH_LIST } from './rows/batch-list.ts';
import { BATCH_RESULTS } from './rows/batch-results.ts';
import { HISTORY } from './rows/history.ts';
import { type Sizes, withWorld } from './world.ts';

const ROWS: readonly Row[] = [...BATCH_RESULTS, ...BATCH_LIST, ...HISTORY];

interface Options {
  readonly kind: 'sqlite' | 'postgres';
  readonly launcher: string;
  readonly sizes: Sizes;
  /** A part of the names of the rows that are measured. */
  readonly only: string;
}

/** Prints a row for each kind of load; false where one is not within what is wanted. */
export async function benchReads({ kind, only, ...place }: Options): Promise<boolean> {
  // All are filled: what a database holds besides is part of each figure.
  const fills = ROWS.flatMap(({ fill }) => fill ?? []);
  let isWithin = true;
  process.stdout.write(HEADER);
  await withWorld(kind, { ...place, fills }, async (world) => {
    for (const row of ROWS) {
      if (row.name.includes(only)) isWithin = (await measure(row, world)) && isWithin;
    }
  });
  return isWithin;
}
