import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import type { Tables } from '../../../src/store/tables.ts';
import { emptyTables, migratedDatabase, type TestDatabase } from '../../support/postgres.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const BY = { actor: 'ada@x.test', at: NOW };
const SESSION = { hash: 's', personId: 'bob', createdAt: NOW, seenAt: NOW };

let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openPostgres>>;

beforeAll(async () => {
  database = await migratedDatabase();
  opened = await openPostgres(database.url);
});
afterAll(async () => {
  await opened.store.close();
  await database.dispose();
});
beforeEach(async () => {
  await emptyTables(database.url);
  const { teams, people, members } = opened.store;
  await teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
  const person = (id: string) => ({
    id,
    email: `${id}@x.test`,
    passwordHash: 'hash',
    createdAt: NOW,
  });
  await people.openSetup('setup');
  await people.redeemSetup('setup', 'ours', person('ada'));
  const times = { createdAt: NOW, expiresAt: NOW + 1 };
  const invitation = { id: 'i', hash: 'h', email: 'bob@x.test', role: 'member', ...times } as const;
  await members('ours').invite(invitation, BY);
  await people.redeemInvitation('h', person('bob'));
});

it('nobody signs in with a password that is being changed', async () => {
  const { store, db } = opened;
  const { begun } = await db.transaction().execute(async (trx) => {
    await trx.updateTable('people').set({ password_hash: 'new' }).where('id', '=', 'bob').execute();
    await trx.deleteFrom('sessions').where('person_id', '=', 'bob').execute();
    const begun = store.sessions.create(SESSION, 'hash');
    await waiting(db);
    return { begun };
  });
  expect(await begun).toBe(false);
  expect(await store.sessions.find('s')).toBeUndefined();
});

it('a person is removed while they sign in', async () => {
  const { store, db } = opened;
  const { removed } = await db.transaction().execute(async (trx) => {
    const { createdAt: created_at, seenAt: seen_at } = SESSION;
    const row = { hash: 's', person_id: 'bob', created_at, seen_at };
    await trx.insertInto('sessions').values(row).execute();
    const removed = store.members('ours').remove('bob', BY);
    await waiting(db);
    return { removed };
  });
  expect(await removed).toBe('done');
});

/** Until a statement waits for the transaction of another. */
async function waiting(db: Kysely<Tables>): Promise<void> {
  const blocked = sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await blocked.execute(db)).rows.length === 0);
}
