import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  ClaimedPart,
  EntryOutcome,
  NewPart,
  PartQueue,
} from '../../../src/service/parts/part-queue.ts';
import type { NewBatch, Store, TeamStore } from '../../../src/service/ports.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { foundResult } from '../../support/found-result.ts';
import {
  emptyTables,
  migratedDatabase,
  startSooner,
  type TestDatabase,
} from '../../support/postgres.ts';
import { withClient } from '../../support/postgres-template.ts';
import { problemsOf } from '../../support/problems-of.ts';

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';
const OWNER = 'this process';

let database: TestDatabase;
let store: Store;
let other: Store;
let parts: PartQueue;
let team: TeamStore;
let stranger: TeamStore;

beforeEach(async () => {
  database ??= await migratedDatabase();
  store = await openStore(database.url);
  other = await openStore(database.url);
  ({ parts } = store);
  team = await createTeam('ours');
  stranger = await createTeam('theirs');
});
afterEach(async () => {
  await store.close();
  await other.close();
  await emptyTables(database.url);
});
afterAll(() => database?.dispose());

async function createTeam(name: string): Promise<TeamStore> {
  await store.teams.create({ id: `team_${name}`, name, quota: null, createdAt: NOW });
  return store.team(`team_${name}`);
}

function newBatch(id: string, size: number): NewBatch {
  const entries = Array.from({ length: size }, (_, n) => {
    const email = `u${n}@${id}.test`;
    return { email, cacheKey: email, cost: 1 };
  });
  return { id, createdAt: NOW, month: MONTH, entries };
}

async function claim(queue = 'part/resolve', from = parts, owner = OWNER): Promise<ClaimedPart> {
  const part = await from.claim({ owner, queue });
  if (!part) throw new Error(`nothing to claim in ${queue}`);
  return part;
}

/** A part of these positions. */
function part(
  queue: string,
  positions: readonly number[],
  changes: Partial<NewPart> = {},
): NewPart {
  return { queue, wait: 0, entries: positions.map((position) => ({ position })), ...changes };
}

function ran(...positions: number[]): EntryOutcome {
  return {
    positions,
    result: foundResult(),
    charged: true,
  };
}

async function look(id: string) {
  const found = await team.findBatch(id);
  return found && { ...found.batch, entries: found.entries.map(({ status }) => status) };
}

async function used(): Promise<number | undefined> {
  return (await store.teams.list(MONTH)).find(({ name }) => name === 'ours')?.used;
}

function jobs(): Promise<number> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from mailvet_jobs.job where state < 'completed' and name not like '\\_%'",
    );
    return Number(rows[0]?.count);
  });
}

describe('a batch', () => {
  it('begins as one part, whose routes are to be found', async () => {
    await team.createBatch(newBatch('b1', 3));
    expect(await parts.waitingQueues()).toEqual(['part/resolve']);
    const first = await claim();
    expect(first).toMatchObject({ batchId: 'b1', work: 'resolve', teamId: 'team_ours', size: 3 });
    expect((await look('b1'))?.status).toBe('processing');
    expect(await parts.waitingQueues()).toEqual([]);
    expect((await parts.pending(first)).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('is completed with the last of its parts', async () => {
    await team.createBatch(newBatch('b1', 3));
    await parts.divide?.(await claim(), [part('part/google', [0, 2]), part('part/hosts', [1])]);
    expect(await parts.waitingQueues()).toEqual(['part/google', 'part/hosts']);
    const [one, two] = [await claim('part/google'), await claim('part/hosts')];
    expect((await parts.pending(one)).map(({ position }) => position)).toEqual([0, 2]);
    expect(await parts.record(one, [ran(0), ran(2)], NOW)).toBe(true);
    expect(await parts.complete(one)).toBe(false);
    expect(await look('b1')).toMatchObject({ status: 'processing', processedCount: 2 });
    await parts.record(two, [ran(1)], NOW);
    expect(await parts.complete(two)).toBe(true);
    expect(await look('b1')).toMatchObject({ status: 'completed', processedCount: 3 });
    expect(await jobs()).toBe(0);
  });

  it('is a message to the webhooks of its team when it has ended, one way or the other', async () => {
    const events = ['batch.completed', 'batch.failed'] as const;
    const webhook = { id: 'hook_1', url: 'https://h.test/', events, secret: 'whsec_b25l' };
    const webhooks = store.webhooks('team_ours');
    await webhooks.create(webhook, 1, { actor: 'ada@example.com', at: NOW });
    await team.createBatch(newBatch('b1', 2));
    await parts.divide?.(await claim(), [part('part/hosts', [0]), part('part/hosts', [1])]);
    for (const _ of [1, 2]) {
      const last = await claim('part/hosts');
      const [entry] = await parts.pending(last);
      await parts.record(last, [ran(entry?.position ?? 0)], NOW);
      await parts.complete(last);
    }
    await team.createBatch(newBatch('b2', 2));
    await parts.fail(await claim(), 'it broke');
    const log = await webhooks.deliveries('hook_1', { limit: 9 });
    expect(log.map(({ type }) => type)).toEqual(['batch.failed', 'batch.completed']);
  });

  it('is completed once, although its last parts end at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = `b${round}`;
      await team.createBatch(newBatch(id, 2));
      await parts.divide?.(await claim(), [part('part/hosts', [0]), part('part/hosts', [1])]);
      const [one, two] = [await claim('part/hosts'), await claim('part/hosts')];
      await parts.record(one, [ran(0)], NOW);
      await other.parts.record(two, [ran(1)], NOW);
      const ends = await Promise.all([parts.complete(one), other.parts.complete(two)]);
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect((await look(id))?.status).toBe('completed');
    }
  });

  it('that was cancelled is written to no more, and leaves no part', async () => {
    await team.createBatch(newBatch('b1', 2));
    await parts.divide?.(await claim(), [part('part/hosts', [0]), part('part/google', [1])]);
    const running = await claim('part/hosts');
    await team.cancelBatch('b1');
    expect(await parts.held(OWNER)).toEqual(new Set());
    expect(await parts.record(running, [ran(0)], NOW)).toBe(false);
    expect(await parts.complete(running)).toBe(false);
    expect(await parts.claim({ owner: OWNER, queue: 'part/google' })).toBeUndefined();
    expect(await jobs()).toBe(0);
    expect(await look('b1')).toMatchObject({ status: 'cancelled', processedCount: 0 });
  });

  it('that has failed keeps what was reached, and gives back the rest', async () => {
    await team.createBatch(newBatch('b1', 3));
    await parts.divide?.(await claim(), [part('part/hosts', [0, 1]), part('part/google', [2])]);
    const running = await claim('part/hosts');
    await parts.record(running, [ran(0)], NOW);
    await parts.fail(running, 'it broke');
    expect((await look('b1'))?.entries).toEqual(['verified', 'failed', 'failed']);
    expect(await used()).toBe(1);
    expect(await jobs()).toBe(0);
  });
});

describe('a claim', () => {
  it('is of one process, however many ask at once', async () => {
    for (const id of ['b1', 'b2', 'b3']) await team.createBatch(newBatch(id, 1));
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? store : other).parts.claim({ owner: `owner ${n}`, queue: 'part/resolve' }),
      ),
    );
    expect(claims.flatMap((one) => one?.batchId ?? []).sort()).toEqual(['b1', 'b2', 'b3']);
  });

  it('ends when the part is freed: its late writes are refused', async () => {
    await team.createBatch(newBatch('b1', 2));
    const stale = await claim();
    expect(await parts.otherOwners('other')).toMatchObject([{ owner: OWNER }]);
    await other.parts.release(OWNER);
    const fresh = await claim('part/resolve', parts, OWNER);
    expect(fresh.claim).not.toBe(stale.claim);
    expect(await parts.held(OWNER)).toEqual(new Set([fresh.claim]));
    expect(await parts.record(stale, [ran(0)], NOW)).toBe(false);
    await parts.divide?.(stale, [part('part/hosts', [0, 1])]);
    expect(await parts.complete(stale)).toBe(false);
    await parts.fail(stale, 'no');
    expect(await parts.record(fresh, [ran(0)], NOW)).toBe(true);
    expect(await look('b1')).toMatchObject({ status: 'processing', processedCount: 1 });
    expect(await used()).toBe(2);
  });

  it('shows its renewal to others, and to pg-boss', async () => {
    await team.createBatch(newBatch('b1', 1));
    await claim();
    const [before] = await parts.otherOwners('other');
    await parts.renew(OWNER);
    const [after] = await parts.otherOwners('other');
    expect(after?.renewal).toBeGreaterThan(before?.renewal ?? 0);
  });

  it('counts failures until there is progress', async () => {
    await team.createBatch(newBatch('b1', 2));
    await parts.retry(await claim(), 0);
    const again = await claim();
    expect(again.failures).toBe(1);
    await parts.record(again, [ran(0)], NOW);
    await parts.free(again.claim, OWNER);
    expect(await claim()).toMatchObject({ failures: 0, size: 1 });
  });
});

describe('a deferred part', () => {
  it('waits for its time, and brings the tries with it', async () => {
    await team.createBatch(newBatch('b1', 2));
    await parts.divide?.(await claim(), [part('part/hosts', [0, 1])]);
    const entries = [{ position: 1, tries: { rounds: 1, reason: 'greylisted' } }];
    const later = { queue: 'part/hosts', wait: 60_000, entries };
    const first = await claim('part/hosts');
    await parts.record(first, [ran(0)], NOW);
    await parts.divide?.(first, [later]);
    const waits = await parts.waits?.(['b1', 'b2']);
    expect([...(waits?.keys() ?? [])]).toEqual(['b1']);
    expect(waits?.get('b1')).toMatchObject([{ reason: 'greylisted', count: 1 }]);
    expect(await parts.waitingQueues()).toEqual([]);
    expect(await parts.claim({ owner: OWNER, queue: 'part/hosts' })).toBeUndefined();
    await startSooner(database.url, 61_000);
    expect(await parts.waitingQueues()).toEqual(['part/hosts']);
    expect(await parts.pending(await claim('part/hosts'))).toEqual([
      { position: 1, email: 'u1@b1.test', cacheKey: 'u1@b1.test', tries: entries[0]?.tries },
    ]);
  });
});

describe('teams', () => {
  it('take turns at a provider, however many parts each has', async () => {
    const queue = 'part/google';
    await team.createBatch(newBatch('ours', 4));
    await parts.divide?.(
      await claim(),
      [0, 1, 2, 3].map((position) => part(queue, [position])),
    );
    expect((await claim(queue)).batchId).toBe('ours');
    await stranger.createBatch(newBatch('theirs', 2));
    await parts.divide?.(
      await claim(),
      [0, 1].map((position) => part(queue, [position])),
    );
    const order: string[] = [];
    for (let n = 0; n < 5; n++) order.push((await claim(queue)).batchId);
    expect(order).toEqual(['ours', 'theirs', 'ours', 'theirs', 'ours']);
  });

  it('gain nothing by having had no part for a while', async () => {
    const queue = 'part/google';
    for (let n = 0; n < 3; n++) {
      await team.createBatch(newBatch(`b${n}`, 1));
      await parts.divide?.(await claim(), [part(queue, [0])]);
      await parts.complete(await claim(queue));
    }
    await stranger.createBatch(newBatch('theirs', 3));
    await parts.divide?.(
      await claim(),
      [0, 1, 2].map((position) => part(queue, [position])),
    );
    await team.createBatch(newBatch('ours', 1));
    await parts.divide?.(await claim(), [part(queue, [0])]);
    const order = [await claim(queue), await claim(queue)].map(({ batchId }) => batchId);
    expect(order).toEqual(['theirs', 'ours']);
  });
});

const run = (text: string) => withClient(database.url, (client) => client.query(text));

describe('a batch that has lost its parts', () => {
  it('begins again once, with what has no result, and is charged once', async () => {
    await team.createBatch(newBatch('b1', 3));
    await parts.divide?.(await claim(), [part('part/hosts', [0, 1]), part('part/google', [2])]);
    const first = await claim('part/hosts');
    await parts.record(first, [ran(0)], NOW);
    await run('delete from mailvet_jobs.job');
    expect(await parts.record(first, [ran(1)], NOW)).toBe(false);

    const restored = await Promise.all([parts.tidy?.(), other.parts.tidy?.(), parts.tidy?.()]);
    expect(restored.flat()).toEqual(['b1']);
    expect(await parts.tidy?.()).toEqual([]);
    expect(await problemsOf(database.url)).toEqual([]);
    const again = await claim();
    expect(again).toMatchObject({ batchId: 'b1', work: 'resolve', size: 2 });
    expect((await parts.pending(again)).map(({ position }) => position)).toEqual([1, 2]);
    await parts.record(again, [ran(1), ran(2)], NOW);
    expect(await parts.complete(again)).toBe(true);
    expect(await look('b1')).toMatchObject({ status: 'completed', processedCount: 3 });
    expect(await used()).toBe(3);
    expect(await jobs()).toBe(0);
  });

  it('does not end with the parts that it still has', async () => {
    await team.createBatch(newBatch('b1', 2));
    await parts.divide?.(await claim(), [part('part/hosts', [0]), part('part/google', [1])]);
    await run("delete from mailvet_jobs.job where name = 'part/google'");
    expect(await parts.tidy?.()).toEqual([]);
    const left = await claim('part/hosts');
    await parts.record(left, [ran(0)], NOW);
    expect(await parts.complete(left)).toBe(false);
    expect(await parts.tidy?.()).toEqual(['b1']);
    expect((await parts.pending(await claim())).map(({ position }) => position)).toEqual([1]);
  });

  it('begins again where pg-boss has ended its job', async () => {
    await team.createBatch(newBatch('b1', 1));
    await run("update mailvet_jobs.job set state = 'failed', completed_on = now()");
    expect(await parts.tidy?.()).toEqual(['b1']);
    expect(await jobs()).toBe(1);
    expect(await claim()).toMatchObject({ batchId: 'b1' });
  });

  it('is left alone once it has ended', async () => {
    await team.createBatch(newBatch('b1', 1));
    await team.cancelBatch('b1');
    expect(await parts.tidy?.()).toEqual([]);
    expect(await jobs()).toBe(0);
  });
});

describe('the check of a database', () => {
  it('finds parts of a batch that has ended', async () => {
    await team.createBatch(newBatch('b1', 1));
    await run("update batches set status = 'completed', processed_count = 1");
    expect(await problemsOf(database.url)).toContain('1 batches that have ended have parts');
    await parts.tidy?.();
    expect(await jobs()).toBe(0);
  });

  it('finds open batches without a part', async () => {
    await team.createBatch(newBatch('b1', 1));
    expect(await problemsOf(database.url)).toEqual([]);
    await run('delete from mailvet_jobs.job');
    expect(await problemsOf(database.url)).toEqual(['1 open batches have no part']);
  });
});
