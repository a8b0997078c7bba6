import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ACCEPTED_FACTS } from '../support/accepted-facts.ts';
import { eachTest } from '../support/each-test.ts';
import { foundResult } from '../support/found-result.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = 1000;
const KEY = 'ada@x.test';

const folder = eachTest(temporaryFolder);
const store = eachTest(() => openStore(folder.path('service.db')));

beforeEach(async () => {
  await store.teams.create({ id: 'team_1', name: 'ours', quota: null, createdAt: 1 });
  await keep(90, NOW + 100);
});

function found(score: number): Result {
  return foundResult({ facts: { ...ACCEPTED_FACTS, score } });
}

const cached = (score: number): Result => ({ ...found(score), cached: true });

function keep(score: number, expiresAt: number, at = store): Promise<boolean> {
  const history = { email: KEY, result: found(score), at: NOW };
  return at.team('team_1').recordVerification({ ...history, keep: { key: KEY, expiresAt } });
}

it('an answer that several ask for in one turn is read once', async () => {
  const [first, second] = await Promise.all(
    [NOW, NOW].map((at) => store.cache.findOne('team_1', KEY, at)),
  );
  expect(first).toEqual(cached(90));
  expect(second).toBe(first);
});

it('an answer that nobody changed is not read again, whatever else is written', async () => {
  const first = await store.cache.findOne('team_1', KEY, NOW);
  await store.team('team_1').recordVerification({ email: KEY, result: found(90), at: NOW });
  await nextTurn();
  expect(await store.cache.findOne('team_1', KEY, NOW)).toBe(first);
});

it('an answer is not read again because other rows are looked up', async () => {
  const first = await store.cache.findOne('team_1', KEY, NOW);
  await store.parts.waitingQueues();
  await store.listQueue.open();
  await nextTurn();
  expect(await store.cache.findOne('team_1', KEY, NOW)).toBe(first);
});

it('an answer met before is not found once it has expired', async () => {
  const moments = [NOW, NOW + 100];
  const [first, late] = await Promise.all(
    moments.map((at) => store.cache.findOne('team_1', KEY, at)),
  );
  expect(first).toEqual(cached(90));
  expect(late).toBeUndefined();
});

it('an answer is recalled once it was read, until it expires or is replaced', async () => {
  const recall = (now: number) => store.cache.recall('team_1', KEY, now);
  expect(recall(NOW)).toBeUndefined();
  const first = await store.cache.findOne('team_1', KEY, NOW);
  expect(recall(NOW)).toBe(first);
  expect(recall(NOW + 100)).toBeUndefined();
  await keep(40, NOW + 200);
  expect(recall(NOW)).toBeUndefined();
});

it('an answer that was replaced is found as it is now, at once', async () => {
  await store.cache.findOne('team_1', KEY, NOW);
  await keep(40, NOW + 200);
  expect(await store.cache.findOne('team_1', KEY, NOW)).toEqual(cached(40));
});

it.each<[string, (other: Store) => Promise<void>]>([
  ['replaced', async (other) => void (await keep(40, NOW + 200, other))],
  ['erased', async (other) => void (await other.erasure.erase({ emails: [KEY], error: 'erased' }))],
])('an answer that another process %s is not found in the next turn', async (_, change) => {
  const other = await openStore(folder.path('service.db'));
  await store.cache.findOne('team_1', KEY, NOW);
  await change(other);
  await nextTurn();
  expect((await store.cache.findOne('team_1', KEY, NOW))?.facts.score).not.toBe(90);
  await other.close();
});

it.each([
  ['this', async () => store],
  ['another', () => openStore(folder.path('service.db'))],
])('a key that %s process revoked is revoked in the next turn', async (_, open) => {
  const key = { id: 'key_1', teamId: 'team_1', label: null, hash: 'h', lastFour: 'abcd' };
  await store.members('team_1').createKey({ ...key, createdAt: 1 }, { actor: 'test', at: 1 });
  expect((await store.keys.findByHash('h'))?.key.revokedAt).toBeNull();
  const revoker = await open();
  await revoker.keys.revoke('key_1', NOW);
  await nextTurn();
  expect((await store.keys.findByHash('h'))?.key.revokedAt).toBe(NOW);
  if (revoker !== store) await revoker.close();
});

it('a key is valid as long as its revocation is not committed, and no longer', async () => {
  const key = { id: 'key_1', teamId: 'team_1', label: null, hash: 'h', lastFour: 'abcd' };
  await store.members('team_1').createKey({ ...key, createdAt: 1 }, { actor: 'test', at: 1 });
  const revoked = store.keys.revoke('key_1', NOW);
  for (let turn = 0; turn < 3; turn++) await store.keys.findByHash('h');
  await revoked;
  expect((await store.keys.findByHash('h'))?.key.revokedAt).toBe(NOW);
});

it('an answer from the cache goes into the history as it is', async () => {
  const kept = (await store.cache.findOne('team_1', KEY, NOW)) as Result;
  const team = store.team('team_1');
  await team.recordVerification({ email: 'again@x.test', result: kept, at: NOW });
  const [latest] = await team.listVerifications({ limit: 1, skip: 0 });
  expect(latest).toEqual({ email: 'again@x.test', result: cached(90) });
});
