import { type Kysely, sql } from 'kysely';
import { FIRST_MEASURES, type Measure, selectBytes, sumBytes } from './measures.ts';

export type Database = 'sqlite' | 'postgres';

/**
 * Adds what each team stores, of what there is, and the triggers that keep it: whatever changes the rows, in
 * its transaction. Marks batches of the sandbox, and lets teams have a limit of their own.
 */
export function storedBytes(database: Database): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    await db.schema.alterTable('teams').addColumn('storage', 'bigint').execute();
    await db.schema
      .alterTable('batches')
      .addColumn('sandbox', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index batches_of_sandbox on batches (created_at) where sandbox = 1`.execute(
      db,
    );
    await db.schema
      .createTable('team_storage')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('team_storage_key', ['team_id', 'kind'])
      .execute();
    for (const measure of FIRST_MEASURES) await measureRows(db, database, measure);
  };
}

/** Counts the rows of a table that there are, and adds the triggers that keep the count. */
export async function measureRows(
  db: Kysely<unknown>,
  database: Database,
  measure: Measure,
): Promise<void> {
  const triggers = database === 'sqlite' ? sqliteTriggers : postgresTriggers;
  for (const trigger of triggers(measure)) await sql.raw(trigger).execute(db);
  const all = sumBytes([selectBytes(measure, measure.table)]);
  await sql.raw(addBytes(all)).execute(db);
}

/** `where true`: otherwise SQLite takes `on conflict` for a join. */
function addBytes(select: string): string {
  return `insert into team_storage (team_id, kind, bytes)
    select team_id, kind, bytes from (${select}) as stored where true order by team_id, kind
    on conflict (team_id, kind) do update set bytes = team_storage.bytes + excluded.bytes;`;
}

type Event = 'insert' | 'delete' | 'update';

function eventsOf({ isUpdated = false }: Measure): readonly Event[] {
  return isUpdated ? ['insert', 'delete', 'update'] : ['insert', 'delete'];
}

/** For each row: SQLite knows no others. */
function sqliteTriggers(measure: Measure): string[] {
  const { table, teamId, kind, bytes } = measure;
  const added = (row: string, sign: string) =>
    `insert into team_storage (team_id, kind, bytes)
      select ${teamId(row)}, ${kind(row)}, ${sign}(${bytes(row)}) where ${teamId(row)} is not null
      on conflict (team_id, kind) do update set bytes = bytes + excluded.bytes;`;
  const body = {
    insert: added('new', ''),
    delete: added('old', '-'),
    update: added('new', '') + added('old', '-'),
  };
  return eventsOf(measure).map(
    (event) => `create trigger store_${event}_${table} after ${event} on ${table}
      begin ${body[event]} end`,
  );
}

/** For each statement, teams in their order: two statements wait for each other in one direction. */
function postgresTriggers(measure: Measure): string[] {
  const { table } = measure;
  const added = selectBytes(measure, 'added');
  const removed = selectBytes(measure, 'removed', '-');
  const parts = {
    insert: { selects: [added], tables: 'new table as added' },
    delete: { selects: [removed], tables: 'old table as removed' },
    update: { selects: [added, removed], tables: 'new table as added old table as removed' },
  };
  return eventsOf(measure).flatMap((event) => {
    const { selects, tables } = parts[event];
    const name = `store_${event}_${table}`;
    return [
      `create function ${name}() returns trigger language plpgsql as $$
        begin ${addBytes(sumBytes(selects))} return null; end $$`,
      `create trigger ${name} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}()`,
    ];
  });
}
