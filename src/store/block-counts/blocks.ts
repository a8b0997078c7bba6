/**
 * Rows of a team counted by blocks of their order: a page at any depth is found by adding up counts, not by
 * stepping over rows. Triggers keep the counts with each change, whatever makes it (block-triggers.ts).
 */
import { type RawBuilder, sql } from 'kysely';

/** What is counted. */
export interface Counted {
  /** In the column `counted`. */
  readonly name: 'history' | 'batches' | 'own_batches';
  readonly table: 'verifications' | 'batches';
  /** The column that the blocks are of. */
  readonly key: 'at' | 'seq';
  /** Sizes of the blocks. A page steps over the rows of a fine one at most. */
  readonly fine: number;
  readonly coarse: number;
  /** Only rows without a value in these columns count; absent: all. */
  readonly without?: readonly string[];
}

/** By minutes and days, in UTC. */
export const HISTORY: Counted = {
  name: 'history',
  table: 'verifications',
  key: 'at',
  fine: 60_000,
  coarse: 86_400_000,
};

const BY_SEQ = { table: 'batches', key: 'seq', fine: 1024, coarse: 1024 * 1024 } as const;
export const BATCHES: Counted = { name: 'batches', ...BY_SEQ };
/** Those of no list, be it uploaded or of the command line. */
export const OWN_BATCHES: Counted = {
  name: 'own_batches',
  ...BY_SEQ,
  without: ['list_id', 'job_id'],
};

/** Which rows count; undefined: all. `row`: the name of the row in a trigger. */
export function conditionOf({ without }: Counted, row?: 'new' | 'old'): string | undefined {
  const prefix = row === undefined ? '' : `${row}.`;
  return without?.map((column) => `${prefix}${column} is null`).join(' and ');
}

export const ALL_COUNTED: readonly Counted[] = [HISTORY, BATCHES, OWN_BATCHES];

interface Depth {
  readonly teamId: string;
  /** Rows that are newer. */
  readonly skip: number;
}

/**
 * The block in which a team's row at a depth is, newest first, as the table `fine_block`: where it starts,
 * and how many rows are `newer` than it. Empty where there are fewer rows. Begins a statement.
 */
export function withFineBlock(counted: Counted, { teamId, skip }: Depth): RawBuilder<unknown> {
  const blocks = (size: number) =>
    sql`team_id = ${teamId} and counted = ${counted.name} and size = ${sql.lit(size)}`;
  return sql`with coarse_counts as (
      select start, count, sum(count) over (order by start desc) as newest
      from block_counts where ${blocks(counted.coarse)}
    ), coarse_block as (
      select start, newest - count as newer from coarse_counts where newest > ${skip}
      order by start desc limit 1
    ), fine_counts as (
      select start, count,
        (select newer from coarse_block) + sum(count) over (order by start desc) as newest
      from block_counts where ${blocks(counted.fine)} and start >= (select start from coarse_block)
        and start < (select start from coarse_block) + ${sql.lit(counted.coarse)}
    ), fine_block as (
      select start, newest - count as newer from fine_counts where newest > ${skip}
      order by start desc limit 1
    )`;
}

/** Which rows `withFineBlock` may begin with, and how many of them to step over. */
export function inFineBlock({ key, fine }: Counted): RawBuilder<boolean> {
  const column = sql.ref(key);
  return sql<boolean>`${column} >= (select start from fine_block)
    and ${column} < (select start from fine_block) + ${sql.lit(fine)}`;
}

export function stepsInBlock(skip: number): RawBuilder<number> {
  return sql<number>`coalesce((select cast(${skip} - newer as bigint) from fine_block), 0)`;
}
