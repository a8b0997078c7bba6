/**
 * A rolling upgrade as the database sees it: its schema of before, and the statements that a node of the
 * version before sends. Two programs side by side would need that version's build, which the tests have
 * from nowhere: no release was published, a clone of CI has one commit, and nothing is downloaded.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EntryOutcome } from '../../../src/service/batches/part-queue.ts';
import type { Store } from '../../../src/service/ports.ts';
import { migrationsOf } from '../../../src/store/migrations.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { withDirect } from '../../../src/store/postgres/open-postgres.ts';
import { migrateJobs } from '../../../src/store/postgres/parts/part-jobs.ts';
import { ACCEPTED_FACTS } from '../../support/accepted-facts.ts';
import { emptyDatabase, startSooner, type TestDatabase } from '../../support/postgres.ts';
import { withClient } from '../../support/postgres-template.ts';
import { problemsOf } from '../../support/problems-of.ts';

const NOW = Date.UTC(2026, 10, 21);
const STEPS = migrationsOf('postgres');
const BEFORE = STEPS.findIndex(({ name }) => name === 'partsAsJobs');
const OWNER = 'new process';
const TRIES = { rounds: 1, reason: 'greylisted', note: null };

let database: TestDatabase;
let store: Store | undefined;

/** A database of the version in which parts were rows beside jobs, with a team. */
beforeEach(async () => {
  database = await emptyDatabase();
  await withDirect(database.url, async (db) => {
    await migrateJobs(db);
    for (const step of STEPS.slice(0, BEFORE)) await step(db as never);
  });
  await run(`create table mailvet_schema (version bigint not null, oldest bigint not null);
    insert into mailvet_schema values (${BEFORE}, 1);
    insert into teams (id, name, created_at) values ('ours', 'ours', 0);
    insert into usage values ('ours', '2026-11', 9)`);
});
afterEach(async () => {
  await store?.close();
  store = undefined;
  await database.dispose();
});

function run(text: string) {
  return withClient(database.url, (client) => client.query(text));
}

async function upgrade(): Promise<Store> {
  await withDirect(database.url, migrate);
  store = await openStore(database.url);
  return store;
}

/** A batch of two addresses, as a service of that version creates it: its part is a row. */
function createBatch(id: string, status = 'pending'): Promise<unknown> {
  return run(`
    insert into batches (id, team_id, month, status, total_count, processed_count, created_at,
      lease_expires_at, not_before, failures)
    values ('${id}', 'ours', '2026-11', '${status}', 2, 0, ${NOW}, 0, 0, 0);
    insert into entries (batch_id, position, email, cache_key, cost, status)
    select '${id}', n, 'u' || n || '@${id}.test', 'u' || n || '@${id}.test', 1, 'pending'
    from generate_series(0, 1) as n`);
}

interface Part {
  readonly lane?: string;
  readonly positions?: string;
  readonly owner?: string;
  readonly tries?: string;
  readonly wait?: string;
  readonly turn?: number;
}

function addPart(batch: string, part: Part = {}): Promise<unknown> {
  const { lane = 'resolve', positions, owner, tries, wait = '0 s', turn = 1 } = part;
  const quoted = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`);
  return run(`
    insert into batch_parts (id, batch_id, team_id, lane, work, positions, tries, turn, job_id,
      not_before, claim, owner, renewed_at)
    values (gen_random_uuid()::text, '${batch}', 'ours', '${lane}',
      '${positions === undefined ? 'resolve' : 'verify'}', ${quoted(positions)}, ${quoted(tries)},
      ${turn}, gen_random_uuid(), now() + interval '${wait}',
      ${owner === undefined ? 'null' : 'gen_random_uuid()::text'}, ${quoted(owner)},
      ${owner === undefined ? 'null' : 'now()'})`);
}

function ran(positions: readonly number[]): EntryOutcome {
  const answer = { facts: ACCEPTED_FACTS, decided: true, reason: 'accepted' };
  return { positions, answer, charged: true };
}

/** Does what is due in a queue, and returns how many parts that were. */
async function work({ parts }: Store, queue: string): Promise<number> {
  for (let count = 0; ; count++) {
    const part = await parts.claim({ owner: OWNER, queue });
    if (!part) return count;
    const positions = (await parts.pending(part)).map(({ position }) => position);
    expect(await parts.record(part, [ran(positions)], NOW)).toBe(true);
    await parts.complete(part);
  }
}

async function statuses(): Promise<readonly unknown[]> {
  const { rows } = await run('select id, status, processed_count::int from batches order by id');
  return rows.map(({ id, status, processed_count }) => `${id} ${status} ${processed_count}`);
}

it('open batches go on with their parts, whether or not somebody works on them', async () => {
  await createBatch('new');
  await addPart('new');
  await createBatch('split', 'processing');
  await addPart('split', { lane: 'probe/google', positions: '{0}', owner: 'old process' });
  const tries = JSON.stringify([[1, TRIES]]);
  await addPart('split', { lane: 'probe/google', positions: '{1}', tries, wait: '60 s' });
  const { parts } = await upgrade();
  expect((await parts.waitingQueues()).sort()).toEqual(['part/google', 'part/resolve']);
  expect(await parts.otherOwners(OWNER)).toEqual([]);
  expect((await parts.waits?.(['split']))?.get('split')).toMatchObject([
    { reason: 'greylisted', count: 1 },
  ]);
  if (!store) throw new Error('no store');
  expect([await work(store, 'part/resolve'), await work(store, 'part/google')]).toEqual([1, 1]);
  expect(await statuses()).toEqual(['new completed 2', 'split processing 1']);
  await startSooner(database.url, 61_000);
  const late = await parts.claim({ owner: OWNER, queue: 'part/google' });
  if (!late) throw new Error('nothing to claim');
  expect(await parts.pending(late)).toEqual([
    { position: 1, email: 'u1@split.test', cacheKey: 'u1@split.test', tries: TRIES },
  ]);
  await parts.record(late, [ran([1])], NOW);
  expect(await parts.complete(late)).toBe(true);
  expect(await problemsOf(database.url)).toEqual([]);
});

it('batches that a service of the version before goes on to create are worked on, once', async () => {
  const upgraded = await upgrade();
  await createBatch('later');
  await addPart('later');
  // Its workers find an open batch without a row, and give it one.
  await addPart('later');
  expect(await work(upgraded, 'part/resolve')).toBe(1);
  expect(await statuses()).toEqual(['later completed 2']);
  expect(await problemsOf(database.url)).toEqual([]);
});

it('a team keeps its turns', async () => {
  await run("insert into lane_turns values ('resolve', 'ours', 7), ('probe/google', 'ours', 3)");
  await createBatch('first');
  await addPart('first', { turn: 7 });
  const { parts, team } = await upgrade();
  const entries = [{ email: 'a@x.test', cacheKey: 'a@x.test', cost: 1 }];
  await team('ours').createBatch({ id: 'second', createdAt: NOW, month: '2026-11', entries });
  const claim = async () => (await parts.claim({ owner: OWNER, queue: 'part/resolve' }))?.batchId;
  expect([await claim(), await claim()]).toEqual(['first', 'second']);
});
