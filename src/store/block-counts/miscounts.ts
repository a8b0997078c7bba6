import { MISCOUNTED } from '../storage/measures.ts';
import { selectCoarse, selectFine } from './block-counts-migration.ts';
import { ALL_COUNTED } from './blocks.ts';

interface Miscount {
  readonly what: string;
  /** One column, `count`: 0 where all is counted as it should be. */
  readonly sql: string;
}

const BLOCKS: readonly Miscount[] = ALL_COUNTED.flatMap((counted) =>
  (
    [
      [counted.fine, selectFine(counted)],
      [counted.coarse, selectCoarse(counted)],
    ] as const
  ).map(([size, expected]) => ({
    what: `counts of ${counted.table} in blocks of ${size} (${counted.name})`,
    sql: differences(
      expected,
      `select team_id, counted, size, start, count from block_counts
         where counted = '${counted.name}' and size = ${size}`,
    ),
  })),
);

/** Statements that find counts that do not match the rows. */
export const MISCOUNTS: readonly Miscount[] = [
  ...BLOCKS,
  { what: 'sums of stored bytes', sql: `select count(*) as count from (${MISCOUNTED}) as wrong` },
];

/** SQLite has no parentheses around parts of a compound select. */
function differences(expected: string, found: string): string {
  return `select count(*) as count from (
    select * from (select * from (${expected}) as e1 except select * from (${found}) as f1) as missing
    union all
    select * from (select * from (${found}) as f2 except select * from (${expected}) as e2) as surplus
  ) as differing`;
}

/** The problem of one of them, as a sentence. */
export function miscountProblem(what: string, differing: unknown): string[] {
  return Number(differing) > 0 ? [`the ${what} do not match the rows`] : [];
}
