import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { remembered } from '../../src/store/remembered.ts';
import { eachTest } from '../support/each-test.ts';
import { problemsOf } from '../support/problems-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
const store = eachTest(() => openStore(folder.path('service.db')));

beforeEach(async () => {
  await store.teams.create({ id: 'ours', name: 'ours', quota: 5, createdAt: 0 });
});

it('wrong counts of storage are found by a check', async () => {
  const file = new DatabaseSync(folder.path('service.db'));
  file.exec(`insert into team_storage values ('ours', 'batches', 9)`);
  file.close();
  expect(await problemsOf(folder.path('service.db'))).toEqual([
    'the sums of stored bytes do not match the rows',
  ]);
});

function world() {
  const state = { value: 1, asked: 0, now: 0 };
  const gate: { wait: Promise<void> | undefined } = { wait: undefined };
  const ask = async () => {
    state.asked++;
    const { value } = state;
    await gate.wait;
    return value;
  };
  return { state, gate, kept: remembered(ask, () => state.now) };
}

it('asks once a second', async () => {
  const { state, kept } = world();
  expect(await kept.get()).toBe(1);
  state.value = 2;
  state.now = 999;
  expect(await kept.get()).toBe(1);
  expect(state.asked).toBe(1);
  state.now = 1000;
  expect(await kept.get()).toBe(2);
});

it('asks again after a change', async () => {
  const { state, kept } = world();
  await kept.get();
  state.value = 2;
  kept.forget();
  expect(await kept.get()).toBe(2);
});

it('keeps no answer that was asked for before a change', async () => {
  const { state, gate, kept } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  const early = kept.get();
  state.value = 2;
  kept.forget();
  resolve();
  expect(await early).toBe(1);
  expect(await kept.get()).toBe(2);
});
