import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyTables } from '../../support/postgres.ts';
import { blocked, type OpenedDatabase, openDatabase } from './opened-database.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const BY = { actor: 'ada@x.test', at: NOW };
const SESSION = { hash: 's', personId: 'bob', createdAt: NOW, seenAt: NOW };

let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await emptyTables(opened.url);
  const { teams, people, members } = opened.store;
  await teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
  const person = (id: string) => ({
    id,
    email: `${id}@x.test`,
    passwordHash: 'hash',
    createdAt: NOW,
  });
  await people.openSetup({ hash: 'setup', createdAt: NOW, replaces: 0 });
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
    await blocked(db);
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
    await blocked(db);
    return { removed };
  });
  expect(await removed).toBe('done');
});
