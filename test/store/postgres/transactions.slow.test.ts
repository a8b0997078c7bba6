import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asStoreError } from '../../../src/store/postgres/postgres-errors.ts';
import type { Tables } from '../../../src/store/tables.ts';
import { type OpenedDatabase, openDatabase } from './opened-database.ts';

let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());

async function silenceAllowed(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ allowed: string }>`
    select current_setting('idle_in_transaction_session_timeout') as allowed`.execute(db);
  return rows[0]?.allowed;
}

it('a transaction of a process that was stopped ends, and its locks with it', async () => {
  const { db } = opened;
  expect(await db.transaction().execute(silenceAllowed)).toBe('10s');
  const isolated = db.transaction().setIsolationLevel('serializable');
  expect(await isolated.execute(silenceAllowed)).toBe('10s');
  // A pooler hands the session on: nothing of it stays.
  expect(await silenceAllowed(db)).toBe('0');
});

it('a process whose transaction was ended for its silence gets another connection', async () => {
  const { db } = opened;
  const silent = db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 1`.execute(trx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sessionEnded(rows[0]?.pid ?? 0);
    await sql`select 1`.execute(trx);
  });
  await expect(silent).rejects.toMatchObject({ name: 'StoreError', kind: 'unreachable' });
  expect(await silenceAllowed(db)).toBe('0');
});

async function sessionEnded(pid: number): Promise<void> {
  const { default: pg } = await import('pg');
  const client: pg.Client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  const others = 'select 1 from pg_stat_activity where pid = $1';
  while ((await client.query(others, [pid])).rows.length > 0);
  await client.end();
}

it.each(['25P03', '25P04'])('%s says that the connection is gone', (code) => {
  const error = Object.assign(new Error('terminated'), { severity: 'FATAL', code });
  expect(asStoreError(error)).toMatchObject({ name: 'StoreError', kind: 'unreachable' });
});
