import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelBatch, createBatch } from '../../../src/service/batches/batches.ts';
import { PartPool } from '../../../src/service/parts/part-pool.ts';
import type { PartQueue } from '../../../src/service/parts/part-queue.ts';
import { MAX_ADDRESSES, MAX_DOMAINS } from '../../../src/service/parts/queue-shares.ts';
import type { ServiceContext } from '../../../src/service/ports.ts';
import type { Team } from '../../../src/service/records.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { verifyAddress } from '../../../src/service/verifications/verifications.ts';
import { internalFinding } from '../../../src/verifier/engine/finding.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import { claimPart } from '../../support/claim-part.ts';
import { eachTest } from '../../support/each-test.ts';
import { serviceWorld } from '../../support/service-world.ts';

const DAY_MS = 24 * 60 * 60_000;
const STUCK_AFTER = 3_600_000;

const world = eachTest(serviceWorld);
let team: Team;
let pools: PartPool[];
let dead: Set<string>;
let logged: unknown[];
let events: ServiceEvent[];

beforeEach(async () => {
  team = (await world.team('ours', 100)).team;
  pools = [];
  dead = new Set();
  logged = [];
  events = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
});

function startPool(owner = 'first', workers = 4, changes: Partial<PartQueue> = {}): PartPool {
  const { store, verifier } = world.context;
  const pool = new PartPool(
    { workers, owner, mayBeAlive: (other) => !dead.has(other), stuckAfter: STUCK_AFTER },
    {
      parts: { ...store.parts, ...changes },
      retention: store.retention,
      store,
      verifier,
      clock: world.clock,
      random: () => 0.5,
      internalFinding,
      observe: (event) => {
        logged.push(event.event);
        events.push(event);
      },
    },
  );
  pools.push(pool);
  pool.start();
  return pool;
}

/** Verbs whose signals reach this pool, as in one process. */
function beside(pool: PartPool): ServiceContext {
  return { ...world.context, signals: pool };
}

async function submit(emails: readonly string[], context = world.context): Promise<string> {
  return (await createBatch(context, team, emails)).id;
}

async function look(id: string) {
  const found = await world.context.store.team(team.id).findBatch(id);
  if (!found) throw new Error('no such batch');
  return { ...found.batch, entries: found.entries.map(({ status }) => status) };
}

/** Turns of the event loop after which a batch that should have changed never will. */
const MAX_TURNS = 20_000;

/** Fails with what the batch is instead. */
async function becomes(id: string, status: string, processedCount?: number): Promise<void> {
  const expected = { status, ...(processedCount !== undefined && { processedCount }) };
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const batch = await look(id);
    const reached = processedCount === undefined || batch.processedCount === processedCount;
    if (batch.status === status && reached) break;
    await turn();
  }
  expect(await look(id)).toMatchObject(expected);
}

/** Moves time on, turn by turn, until the work is done. */
async function pass(ms: number): Promise<void> {
  const end = world.clock.monotonic() + ms;
  while (world.clock.monotonic() < end) await asTimePasses(turn());
}

async function asTimePasses<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const settled = work.finally(() => {
    done = true;
  });
  while (!done) {
    world.clock.advance(100);
    await turn();
  }
  return settled;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function claimAs(owner: string) {
  return claimPart(world.context.store, team.id, owner);
}

function history() {
  return world.context.store.team(team.id).listVerifications({ limit: 1000, skip: 0 });
}

describe('a batch', () => {
  it('is completed with a result, a history row and a cost for each address', async () => {
    const id = await submit(['a@x.com', 'gone@x.com', 'no address']);
    startPool();
    await becomes(id, 'completed');
    expect(await look(id)).toMatchObject({
      processedCount: 3,
      entries: ['verified', 'verified', 'verified'],
    });
    expect(await history()).toHaveLength(3);
    expect(await world.used('ours')).toBe(3);
  });

  it('is verified on behalf of its team and itself', async () => {
    const { verifyAll } = world.verifier;
    const owners: unknown[] = [];
    world.verifier.verifyAll = (emails, report, options) => {
      owners.push(options?.owner);
      return verifyAll(emails, report, options);
    };
    const id = await submit(['a@x.com']);
    startPool();
    await becomes(id, 'completed');
    expect(owners).toEqual([{ team: team.id, batch: id }]);
  });

  it('of 1000 addresses is completed', async () => {
    await world.context.store.teams.setQuota('ours', null);
    const id = await submit(Array.from({ length: 1000 }, (_, n) => `n${n}@x.com`));
    startPool();
    await becomes(id, 'completed', 1000);
    expect(new Set((await history()).map(({ email }) => email)).size).toBe(1000);
  });

  it('that comes later is taken at once', async () => {
    const pool = startPool();
    const id = await submit(['a@x.com'], beside(pool));
    await becomes(id, 'completed');
  });

  it('that another process created is seen as time passes', async () => {
    startPool();
    const first = await submit(['a@x.com']);
    await becomes(first, 'completed');
    await asTimePasses(becomes(await submit(['b@x.com']), 'completed'));
  });

  it('verifies a duplicate once and charges it once', async () => {
    const id = await submit(['a@x.com', 'a@X.COM', 'b@x.com', 'a@x.com']);
    startPool();
    await becomes(id, 'completed', 4);
    expect(world.verifier.asked).toEqual(['a@x.com', 'b@x.com']);
    expect(await world.used('ours')).toBe(2);
    expect((await history()).map(({ email }) => email)).toContain('a@X.COM');
  });

  it('takes what the cache has for nothing', async () => {
    await verifyAddress(world.context, team, { email: 'a@x.com', noCache: false });
    const id = await submit(['a@x.com', 'a@x.com', 'b@x.com']);
    startPool();
    await becomes(id, 'completed', 3);
    expect(world.verifier.asked).toEqual(['a@x.com', 'b@x.com']);
    expect(await world.used('ours')).toBe(2);
  });

  it('with noCache asks for what the cache has, and an undecided answer leaves it there', async () => {
    const again = () => verifyAddress(world.context, team, { email: 'a@x.com', noCache: false });
    await again();
    world.verifier.becomes('a@x.com', 'grey@x.com');
    const emails = ['a@x.com', 'b@x.com'];
    const { id } = await createBatch(world.context, team, emails, { noCache: true });
    startPool();
    await becomes(id, 'completed', 2);
    expect(world.verifier.asked).toEqual(['a@x.com', 'a@x.com', 'b@x.com']);
    expect((await again()).result.facts.deliverable).toBe(true);
    expect(world.verifier.asked).toHaveLength(3);
  });

  it('asks no mail host in another mode, at no cost', async () => {
    await verifyAddress(world.context, team, { email: 'a@x.com', noCache: false });
    const emails = ['a@x.com', 'b@x.com'];
    const { id } = await createBatch(world.context, team, emails, { mode: 'dns' });
    startPool();
    await becomes(id, 'completed', 2);
    expect(world.verifier.asked).toEqual(['a@x.com']);
    expect(await world.used('ours')).toBe(1);
  });

  it('shows its progress while it goes on', async () => {
    world.verifier.hold();
    const id = await submit(['a@x.com', 'b@x.com']);
    startPool();
    await world.verifier.started('b@x.com');
    world.verifier.letGo('b@x.com');
    await becomes(id, 'processing', 1);
    expect((await look(id)).entries).toEqual(['pending', 'verified']);
    world.verifier.letGo('a@x.com');
    await becomes(id, 'completed', 2);
  });
});

describe('a cancelled batch', () => {
  it('stops at once and keeps what was reached', async () => {
    world.verifier.hold();
    const pool = startPool();
    const id = await submit(['a@x.com', 'b@x.com'], beside(pool));
    await world.verifier.started('b@x.com');
    world.verifier.letGo('a@x.com');
    await becomes(id, 'processing', 1);
    await cancelBatch(beside(pool), team, id);
    world.verifier.letGo('b@x.com');
    await pool.stop();
    expect(await look(id)).toMatchObject({
      status: 'cancelled',
      processedCount: 1,
      entries: ['verified', 'cancelled'],
    });
    expect(await world.used('ours')).toBe(1);
    expect(await history()).toHaveLength(1);
  });

  it('is noticed when another process cancelled it', async () => {
    world.verifier.hold();
    startPool('first', 1);
    const id = await submit(['a@x.com']);
    await asTimePasses(world.verifier.started('a@x.com'));
    await cancelBatch(world.context, team, id);
    const next = await submit(['b@x.com']);
    await asTimePasses(world.verifier.started('b@x.com'));
    world.verifier.letGo('b@x.com');
    await becomes(next, 'completed');
  });
});

it('a team that cancels all its batches has none begun in between', async () => {
  world.verifier.hold();
  const pool = startPool('first', 1);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await submit([`a${n}@x.com`], beside(pool)));
  await world.verifier.started('a0@x.com');
  for (const id of ids) {
    await cancelBatch(beside(pool), team, id);
    await pass(900);
  }
  expect(world.verifier.asked).toEqual(['a0@x.com']);
});

it('holds 20,000 addresses in hand, and more where they are at few domains', async () => {
  team = (await world.team('large')).team;
  let [inHand, domains] = [0, MAX_DOMAINS];
  const reports: ((index: number, finding: Finding) => void)[] = [];
  world.verifier.domains = () => domains;
  world.verifier.verifyAll = (emails, report, { signal } = {}) => {
    inHand += emails.length;
    reports.push(report);
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const batch = Array.from({ length: 1000 }, (_, at) => `a${at}@x.com`);
  for (let at = 0; at < MAX_ADDRESSES; at += 1000) await submit(batch);
  await submit(batch);
  startPool('first', 50);
  await pass(5000);
  expect(inHand).toBe(MAX_ADDRESSES);
  domains = MAX_DOMAINS - 1;
  await pass(5000);
  expect(inHand, 'no result comes').toBe(MAX_ADDRESSES);
  for (const report of reports) report(0, { ...internalFinding('a0@x.com') });
  await pass(1500);
  expect(inHand).toBe(MAX_ADDRESSES + 1000);
});

it('a cancellation holds up no queue where all teams share them', async () => {
  const shared = { queueOf: () => 'resolve', waitingQueues: async () => [] };
  const pool = startPool('first', 1, { ...shared, divide: async () => {} });
  const { sleepers } = world.clock;
  pool.cancelled('batch_1', team.id);
  expect(world.clock.sleepers).toBe(sleepers);
});

it('a pool that stops after a cancellation leaves no timer behind', async () => {
  world.verifier.hold();
  const pool = startPool();
  const id = await submit(['a@x.com'], beside(pool));
  await world.verifier.started('a@x.com');
  await cancelBatch(beside(pool), team, id);
  world.verifier.letGo('a@x.com');
  await pool.stop();
  expect(world.clock.sleepers).toBe(0);
});

describe('processes', () => {
  it('that stop hand back, and the next goes on with what is left', async () => {
    world.verifier.hold();
    const id = await submit(['a@x.com', 'b@x.com']);
    const first = startPool('first');
    await world.verifier.started('b@x.com');
    world.verifier.letGo('a@x.com');
    await becomes(id, 'processing', 1);
    await first.stop();
    expect(await look(id)).toMatchObject({ status: 'processing', processedCount: 1 });

    world.verifier.asked.length = 0;
    startPool('second');
    await world.verifier.started('b@x.com');
    world.verifier.letGo('b@x.com');
    await becomes(id, 'completed', 2);
    expect(world.verifier.asked).toEqual(['b@x.com']);
    expect(await world.used('ours')).toBe(2);
    expect(await history()).toHaveLength(2);
  });

  it('that are dead lose their batches at once', async () => {
    const id = await submit(['a@x.com']);
    await claimAs('dead one');
    dead.add('dead one');
    startPool();
    await becomes(id, 'completed');
  });

  it('that may be alive keep theirs as long as they renew, whatever their clock says', async () => {
    const id = await submit(['a@x.com']);
    await claimAs('far away');
    startPool();
    for (let renewals = 0; renewals < 5; renewals++) {
      world.clock.adjust(-DAY_MS);
      await world.context.store.parts.renew('far away');
      await pass(25_000);
    }
    expect((await look(id)).processedCount).toBe(0);
    expect(await world.context.store.parts.held('far away')).toEqual(new Set([id]));
  });

  it('that may be alive lose theirs although the clock was set back two days', async () => {
    const id = await submit(['a@x.com']);
    await claimAs('far away');
    world.clock.adjust(-2 * DAY_MS);
    startPool();
    await asTimePasses(becomes(id, 'completed'));
  });

  it('take the batches of all teams after the clock was set back two days', async () => {
    startPool();
    await asTimePasses(becomes(await submit(['a@x.com']), 'completed'));
    world.clock.adjust(-2 * DAY_MS);
    await asTimePasses(becomes(await submit(['b@x.com']), 'completed'));
    const other = (await world.team('others')).team;
    const { id } = await createBatch(world.context, other, ['c@x.com']);
    await asTimePasses(world.verifier.started('c@x.com'));
    expect(id).toMatch(/^batch_/);
  });

  it('that may be alive lose theirs when they do not renew', async () => {
    const id = await submit(['a@x.com']);
    const now = world.clock.now();
    await claimAs('far away');
    const pool = startPool();
    const other = await submit(['b@x.com'], beside(pool));
    await becomes(other, 'completed');
    expect((await look(id)).processedCount).toBe(0);
    await asTimePasses(becomes(id, 'completed'));
    expect(world.clock.now() - now).toBeGreaterThanOrEqual(30_000);
  });

  it('keep their leases as long as they work', async () => {
    world.verifier.hold();
    const id = await submit(['a@x.com']);
    startPool('first');
    await world.verifier.started('a@x.com');
    const end = world.clock.now() + 60_000;
    while (world.clock.now() < end) await asTimePasses(turn());
    await expect(claimAs('second')).rejects.toThrow('nothing to claim');
    world.verifier.letGo('a@x.com');
    await becomes(id, 'completed');
  });

  it('side by side never do a batch twice', async () => {
    await world.context.store.teams.setQuota('ours', null);
    startPool('first');
    startPool('second');
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await submit([`a${n}@x.com`, `b${n}@x.com`]));
    for (const id of ids) await asTimePasses(becomes(id, 'completed', 2));
    expect(world.verifier.asked).toHaveLength(40);
    expect(await history()).toHaveLength(40);
  });

  it('without workers take nothing', async () => {
    const id = await submit(['a@x.com']);
    const pool = startPool('idle', 0);
    pool.created(team.id);
    await pool.stop();
    expect((await look(id)).status).toBe('pending');
  });
});

describe('places', () => {
  it('are as many as there are workers', async () => {
    world.verifier.hold();
    const ids = [await submit(['a@x.com']), await submit(['b@x.com']), await submit(['c@x.com'])];
    startPool('first', 2);
    await world.verifier.started('b@x.com');
    expect(world.verifier.asked).toEqual(['a@x.com', 'b@x.com']);
    world.verifier.letGo('a@x.com');
    await world.verifier.started('c@x.com');
    for (const email of ['b@x.com', 'c@x.com']) world.verifier.letGo(email);
    for (const id of ids) await becomes(id, 'completed');
  });

  it('are not held by a batch that only waits', async () => {
    world.verifier.hold();
    await submit(['a@x.com']);
    startPool('first', 1);
    await world.verifier.started('a@x.com');
    await submit(['b@x.com']);
    await asTimePasses(world.verifier.started('b@x.com'));
  });

  it('of one team, however many batches it has, keep no other team waiting', async () => {
    world.verifier.hold();
    for (let n = 0; n < 5; n++) await submit([`a${n}@x.com`]);
    const pool = startPool('first', 4);
    await world.verifier.started('a3@x.com');
    const other = (await world.team('others')).team;
    await createBatch(beside(pool), other, ['b@x.com']);
    await world.verifier.started('b@x.com');
    expect(world.verifier.asked).not.toContain('a4@x.com');
  });

  it('are given up at the end of a slice, while the batch goes on', async () => {
    world.verifier.hold();
    const slow = await submit(Array.from({ length: 90 }, (_, n) => `slow${n}@x.com`));
    startPool('first', 1);
    await world.verifier.started('slow89@x.com');
    const next = await submit(['b@x.com']);
    const started = world.verifier.started('b@x.com');
    let isStarted = false;
    void started.then(() => {
      isStarted = true;
    });
    let answered = 0;
    while (!isStarted) {
      world.verifier.letGo(`slow${answered++}@x.com`);
      await becomes(slow, 'processing', answered);
      world.clock.advance(1000);
      await turn();
    }
    expect(answered).toBeLessThan(20);
    world.verifier.letGo('b@x.com');
    await asTimePasses(becomes(next, 'completed'));
    for (let n = answered; n < 90; n++) world.verifier.letGo(`slow${n}@x.com`);
    await asTimePasses(becomes(slow, 'completed', 90));
    expect(world.verifier.asked.filter((email) => email.startsWith('slow'))).toHaveLength(90);
  });

  it('are free at once when a batch is cancelled, though the verifier does not end', async () => {
    const verifyAll = world.verifier.verifyAll;
    world.verifier.verifyAll = () => new Promise(() => {});
    const pool = startPool('first', 1);
    const id = await submit(['a@x.com'], beside(pool));
    await becomes(id, 'processing');
    world.verifier.verifyAll = verifyAll;
    await cancelBatch(beside(pool), team, id);
    await asTimePasses(becomes(await submit(['b@x.com']), 'completed'));
    await asTimePasses(pool.stop());
  });
});

describe('a batch without any result for longer than the verifier may take', () => {
  const stuck = () => events.filter(({ event }) => event === 'batch_stuck');

  it('ends with unknown addresses that cost nothing, and is logged', async () => {
    const { verifyAll } = world.verifier;
    world.verifier.verifyAll = (emails, report) => {
      void verifyAll(emails.slice(0, 1), report);
      return new Promise(() => {});
    };
    const pool = startPool();
    const id = await submit(['a@x.com', 'b@x.com', 'no address'], beside(pool));
    await becomes(id, 'processing', 1);
    await pass(STUCK_AFTER - 5000);
    expect(stuck()).toEqual([]);
    await asTimePasses(becomes(id, 'completed', 3));
    const silentMs = expect.any(Number);
    const state = { batchId: id, teamId: team.id, size: 3, unknown: 2, silentMs };
    expect(stuck()).toEqual([{ event: 'batch_stuck', ...state }]);
    const found = await world.context.store.team(team.id).findBatch(id);
    expect(found?.entries[1]?.result?.facts).toMatchObject({ valid: true, mx: true, score: 40 });
    expect(events).toContainEqual(expect.objectContaining({ reason: 'internal', decided: false }));
    expect(await world.used('ours')).toBe(1);
  });

  it('that waits for a greylisting host is left alone', async () => {
    world.verifier.hold();
    const id = await submit(['a@x.com']);
    startPool();
    await world.verifier.started('a@x.com');
    await pass(STUCK_AFTER - 5000);
    world.verifier.letGo('a@x.com');
    await asTimePasses(becomes(id, 'completed'));
    expect(stuck()).toEqual([]);
  });
});

it('a pool stops although its batches can not be handed back', async () => {
  const release = () => Promise.reject(new Error('disk is full'));
  const pool = startPool('first', 4, { release });
  await submit(['a@x.com'], beside(pool));
  await world.verifier.started('a@x.com');
  await pool.stop();
  expect(logged).toContain('worker_error');
});

describe('a batch that breaks', () => {
  it('is not completed while an address has no result', async () => {
    const verifyAll = world.verifier.verifyAll;
    world.verifier.verifyAll = (emails, report) => verifyAll(emails.slice(1), report);
    const pool = startPool();
    const id = await submit(['a@x.com', 'b@x.com'], beside(pool));
    while (!logged.includes('batch_retried')) await turn();
    world.verifier.verifyAll = verifyAll;
    await asTimePasses(becomes(id, 'completed', 2));
  });

  it('is tried again after a pause', async () => {
    world.verifier.breakWith(new Error('a bug'));
    const pool = startPool();
    const id = await submit(['a@x.com'], beside(pool));
    await world.verifier.started('a@x.com');
    while (!logged.includes('batch_retried')) await turn();
    world.verifier.breakWith(undefined);
    await asTimePasses(becomes(id, 'completed'));
    expect(await world.used('ours')).toBe(1);
  });

  it('has failed after five tries without progress, and gives back its cost', async () => {
    world.verifier.breakWith(new Error('a bug'));
    const pool = startPool();
    const id = await submit(['a@x.com', 'b@x.com'], beside(pool));
    await asTimePasses(becomes(id, 'failed', 0));
    expect((await look(id)).entries).toEqual(['failed', 'failed']);
    expect(await world.used('ours')).toBe(0);
    const ends = logged.filter((event) => event === 'batch_retried' || event === 'batch_failed');
    expect(ends).toEqual([...Array(4).fill('batch_retried'), 'batch_failed']);
  });

  it('is reported as ended once its end is recorded', async () => {
    const { parts } = world.context.store;
    const { complete, fail } = parts;
    parts.complete = async (...given) => {
      const isCompleted = await complete(...given);
      await turn();
      logged.push('completion recorded');
      return isCompleted;
    };
    parts.fail = async (...given) => {
      await turn();
      await fail(...given);
      logged.push('failure recorded');
    };
    const pool = startPool();
    await becomes(await submit(['a@x.com'], beside(pool)), 'completed');
    world.verifier.breakWith(new Error('a bug'));
    await asTimePasses(becomes(await submit(['b@x.com'], beside(pool)), 'failed'));
    await pool.stop();
    expect(logged.filter((event) => /completed|failed|recorded/.test(String(event)))).toEqual([
      'completion recorded',
      'batch_completed',
      'failure recorded',
      'batch_failed',
    ]);
  });
});
