import { type Kysely, sql } from 'kysely';
import { ALL_COUNTED, type Counted, conditionOf } from './blocks.ts';

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

/** For each row: SQLite knows no others. They cost 1.3 µs of a row of the history. */
export function sqliteTriggers(): readonly string[] {
  return ALL_COUNTED.flatMap((counted) => {
    const { name, table } = counted;
    const blocks = sizesOf(counted).map((size) => blockOf(counted, 'new', size));
    return [
      `create trigger count_new_${name} after insert on ${table} ${whenCounted(counted, 'new')} begin
        insert into block_counts (team_id, counted, size, start, count) values ${blocks.join(', ')}
        on conflict do update set count = count + 1;
      end`,
      `create trigger count_deleted_${name} after delete on ${table} ${whenCounted(counted, 'old')} begin
        update block_counts set count = count - 1 where ${isBlockOf(counted)};
        delete from block_counts where ${isBlockOf(counted)} and count = 0;
      end`,
    ];
  });
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

function blockOf({ name, key }: Counted, row: 'new' | 'old', size: number): string {
  return `(${row}.team_id, '${name}', ${size}, ${row}.${key} - ${row}.${key} % ${size}, 1)`;
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
