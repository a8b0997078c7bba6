import { type Kysely, sql } from 'kysely';
import { openPostgres, type PostgresOptions } from '../../../src/store/postgres/open-postgres.ts';
import type { Tables } from '../../../src/store/tables.ts';
import { migratedDatabase } from '../../support/postgres.ts';

export type OpenedDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** A database of one test file's own, and the store that it holds. */
export async function openDatabase(options?: PostgresOptions) {
  const { url, dispose } = await migratedDatabase();
  const { store, db } = await openPostgres(url, options);
  return {
    url,
    store,
    db,
    async close() {
      await store.close();
      await dispose();
    },
  };
}

/** Until a statement in the database waits for the transaction of another. */
export async function blocked(db: Kysely<Tables>): Promise<void> {
  const waiting = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(db)).rows.length === 0);
}
