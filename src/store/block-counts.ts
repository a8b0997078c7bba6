/**
 * Rows of a team counted by blocks of their order: a page at any depth is found by adding up counts, not by
 * stepping over rows. The counts are kept in the transaction of each change, by triggers: on PostgreSQL a
 * statement at a time, on SQLite, which has triggers for each row only, all but new rows of the history.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';

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

/** Counts what there is, for rows that were written without the triggers: in fine blocks by the rows, in coarse ones by the fine ones. */
export async function countBlocks(db: Kysely<unknown>): Promise<void> {
  for (const counted of ALL_COUNTED) {
    for (const select of [selectFine(counted), selectCoarse(counted)]) {
      await sql`insert into block_counts (team_id, counted, size, start, count)
        ${sql.raw(select)}`.execute(db);
    }
  }
}

/** What `block_counts` must have of fine blocks, by the rows. */
export function selectFine(counted: Counted): string {
  const { name, table, key, fine } = counted;
  const where = whereCounted(counted);
  return `select team_id, '${name}' as counted, ${fine} as size, ${key} - ${key} % ${fine} as start,
    count(*) as count from ${table} ${where} group by team_id, ${key} - ${key} % ${fine}`;
}

/** What it must have of coarse blocks, by the fine ones. */
export function selectCoarse({ name, fine, coarse }: Counted): string {
  return `select team_id, counted, ${coarse} as size, start - start % ${coarse} as start,
    cast(sum(count) as bigint) as count from block_counts
    where counted = '${name}' and size = ${fine}
    group by team_id, counted, start - start % ${coarse}`;
}

/** None for new rows of the history: their one writer counts many at once, which saves 1 µs a row. */
export function sqliteTriggers(): readonly string[] {
  return [
    ...[BATCHES, OWN_BATCHES].map(
      (counted) =>
        `create trigger count_new_${counted.name} after insert on ${counted.table} ${whenCounted(counted, 'new')} begin
        ${addToBlocks(counted, { row: 'new.', count: '1' })};
      end`,
    ),
    ...ALL_COUNTED.map(
      (counted) =>
        `create trigger count_deleted_${counted.name} after delete on ${counted.table} ${whenCounted(counted, 'old')} begin
        update block_counts set count = count - 1 where ${isBlockOf(counted)};
        delete from block_counts where ${isBlockOf(counted)} and count = 0;
      end`,
    ),
  ];
}

/** Counts new rows of one team and one fine block of the history, in SQLite. */
export const COUNT_HISTORY = addToBlocks(HISTORY, { row: ':', count: ':count' });

interface AddedRows {
  /** Before the names of the team and of the column that the blocks are of. */
  readonly row: string;
  readonly count: string;
}

function addToBlocks(counted: Counted, { row, count }: AddedRows): string {
  const { name, key } = counted;
  const blocks = sizesOf(counted).map(
    (size) =>
      `(${row}team_id, '${name}', ${size}, ${row}${key} - ${row}${key} % ${size}, ${count})`,
  );
  return `insert into block_counts (team_id, counted, size, start, count) values ${blocks.join(', ')}
    on conflict do update set count = count + excluded.count`;
}

function sizesOf({ fine, coarse }: Counted): readonly number[] {
  return [fine, coarse];
}

function whenCounted(counted: Counted, row: 'new' | 'old'): string {
  const condition = conditionOf(counted, row);
  return condition === undefined ? '' : `when ${condition}`;
}

function whereCounted(counted: Counted): string {
  const condition = conditionOf(counted);
  return condition === undefined ? '' : `where ${condition}`;
}

function isBlockOf({ name, key, fine, coarse }: Counted): string {
  return `team_id = old.team_id and counted = '${name}' and (
    (size = ${fine} and start = old.${key} - old.${key} % ${fine})
    or (size = ${coarse} and start = old.${key} - old.${key} % ${coarse}))`;
}

/**
 * For each statement. Blocks are changed in the order of their key, so that two statements wait for each other
 * in one direction.
 */
export function postgresTriggers(): readonly string[] {
  return ALL_COUNTED.flatMap((counted) =>
    (['insert', 'delete'] as const).flatMap((change) => {
      const called = `count_${change}_${counted.name}`;
      return [
        `create function ${called}() returns trigger language plpgsql as $$
          begin ${changeBlocks(counted, change)} return null; end $$`,
        `create trigger ${called} after ${change} on ${counted.table}
          referencing ${change === 'insert' ? 'new' : 'old'} table as changed
          for each statement execute function ${called}()`,
      ];
    }),
  );
}

function changeBlocks(counted: Counted, change: 'insert' | 'delete'): string {
  const { name, key } = counted;
  const sizes = sizesOf(counted)
    .map((size) => `(${size}::bigint)`)
    .join(', ');
  const sign = change === 'insert' ? '' : '-';
  const where = whereCounted(counted);
  const changed = `select team_id, '${name}' as counted, size, ${key} - ${key} % size as start,
    ${sign}count(*) as count from changed cross join (values ${sizes}) as sizes (size) ${where}
    group by 1, 3, 4`;
  const add = `insert into block_counts (team_id, counted, size, start, count)
    ${changed} order by 1, 2, 3, 4
    on conflict (team_id, counted, size, start)
    do update set count = block_counts.count + excluded.count;`;
  if (change === 'insert') return add;
  return `${add} delete from block_counts using (${changed}) as blocks
    where block_counts.team_id = blocks.team_id and block_counts.counted = blocks.counted
      and block_counts.size = blocks.size and block_counts.start = blocks.start
      and block_counts.count = 0;`;
}
