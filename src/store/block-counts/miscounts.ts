import type { Check } from '../check.ts';
import { MISCOUNTED } from '../storage/stored-batches.ts';
import { selectCoarse, selectFine } from './block-triggers.ts';
import { ALL_COUNTED } from './blocks.ts';

const BLOCKS: readonly Check[] = ALL_COUNTED.flatMap((counted) =>
  (
    [
      [counted.fine, selectFine(counted)],
      [counted.coarse, selectCoarse(counted)],
    ] as const
  ).map(([size, expected]) =>
    toCheck(
      `counts of ${counted.table} in blocks of ${size} (${counted.name})`,
      differences(
        expected,
        `select team_id, counted, size, start, count from block_counts
         where counted = '${counted.name}' and size = ${size}`,
      ),
    ),
  ),
);

/** Find counts that do not match the rows. */
export const MISCOUNTS: readonly Check[] = [
  ...BLOCKS,
  toCheck('sums of stored bytes', `select count(*) as count from (${MISCOUNTED}) as wrong`),
];

function toCheck(what: string, sql: string): Check {
  return { sql, tell: () => ({ text: `the ${what} do not match the rows` }) };
}

/** SQLite has no parentheses around parts of a compound select. */
function differences(expected: string, found: string): string {
  return `select count(*) as count from (
    select * from (select * from (${expected}) as e1 except select * from (${found}) as f1) as missing
    union all
    select * from (select * from (${found}) as f2 except select * from (${expected}) as e2) as surplus
  ) as differing`;
}
