import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { PartPool } from '../../src/service/parts/part-pool.ts';
import type { PartQueue } from '../../src/service/parts/part-queue.ts';
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { internalFinding } from '../../src/verifier/engine/finding.ts';
import type { Deferral, Verifier } from '../../src/verifier/verifier.ts';
import { eachTest } from '../support/each-test.ts';
import { EventLog } from '../support/event-log.ts';
import { type FakeVerifier, fakeVerifier } from '../support/fake-verifier.ts';
import { foundResult } from '../support/found-result.ts';
import { migratedDatabase, startSooner } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';

const database = eachTest(migratedDatabase);
let processes: Process[];
let log: EventLog;

/** A process that works on parts, with a verifier of its own. */
interface Process {
  readonly store: Store;
  readonly parts: PartQueue;
  readonly verifier: FakeVerifier;
  readonly pool: PartPool;
  /** From now on it claims nothing. */
  freeze(): void;
}

beforeEach(() => {
  processes = [];
  log = new EventLog();
});
afterEach(async () => {
  for (const { pool } of processes) await pool.stop();
  for (const { store } of processes) await store.close();
});

/** Each domain is a provider of the table. */
const routes: Verifier['routes'] = async (emails) =>
  emails.map((email) => ({
    kind: 'hosts',
    provider: email.slice(email.indexOf('@') + 1),
    isKnown: true,
  }));

async function startProcess(owner: string, change: Partial<Verifier> = {}): Promise<Process> {
  const store = await openStore(database.url);
  const { parts } = store;
  const verifier = fakeVerifier();
  let isFrozen = false;
  const claim: PartQueue['claim'] = async (wanted) => (isFrozen ? undefined : parts.claim(wanted));
  const pool = new PartPool(
    { workers: 4, owner, mayBeAlive: () => true, stuckAfter: 3_600_000, lookEvery: () => 20 },
    {
      parts: { ...parts, claim },
      retention: store.retention,
      store,
      verifier: { ...verifier, routes, ...change },
      clock: systemClock,
      random: Math.random,
      internalFinding,
      observe: (event) => log.add({ ...event }),
    },
  );
  const freeze = () => {
    isFrozen = true;
  };
  const started = { store, parts, verifier, pool, freeze };
  processes.push(started);
  pool.start();
  return started;
}

async function submit({ store }: Process, id: string, emails: readonly string[]) {
  const teams = await store.teams.list(MONTH);
  if (teams.length === 0) {
    await store.teams.create({ id: 'ours', name: 'ours', quota: null, createdAt: NOW });
  }
  const entries = emails.map((email) => ({ email, cacheKey: email, cost: 1 }));
  await store.team('ours').createBatch({ id, createdAt: NOW, month: MONTH, entries });
}

async function statuses({ store }: Process, id: string) {
  const found = await store.team('ours').findBatch(id);
  return found?.entries.map(({ email, status }) => `${email} ${status}`);
}

function verified(count: number): Promise<void> {
  return log.until(`${count} results`, ({ event }) => event === 'verification', count);
}

async function booked(): Promise<readonly number[]> {
  return withClient(database.url, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select (select count(*) from verifications) as history, (select sum(used) from usage) as used,
        (select count(*) from mailvet_jobs.job where data ? 'batch') as parts`,
    );
    return Object.values(rows[0] ?? {}).map(Number);
  });
}

describe('a provider that does not answer', () => {
  it('holds up its own addresses alone, in its batch and in others', async () => {
    const one = await startProcess('one');
    one.verifier.hold();
    await submit(one, 'mixed', ['a@slow.test', 'b@quick.test', 'c@quick.test']);
    await submit(one, 'other', ['d@quick.test']);
    for (const email of ['b@quick.test', 'c@quick.test', 'd@quick.test']) {
      await one.verifier.started(email);
      one.verifier.letGo(email);
    }
    await log.untilEnded('other');
    await verified(3);
    await one.verifier.started('a@slow.test');
    await one.pool.stop();
    expect(await statuses(one, 'mixed')).toEqual([
      'a@slow.test pending',
      'b@quick.test verified',
      'c@quick.test verified',
    ]);
    await startProcess('two');
    await log.untilEnded('mixed');
    expect(await booked()).toEqual([4, 4, 0]);
  });
});

describe('a greylisted address', () => {
  const deferral: Deferral = { wait: 60_000, tries: { rounds: 1, reason: 'greylisted' } };
  const greylisting: Pick<Verifier, 'verifyAll'> = {
    async verifyAll(emails, _report, options) {
      emails.forEach((_, index) => {
        options?.defer?.onDeferred(index, deferral);
      });
    },
  };

  it('waits in the queue, in no worker, until any worker goes on with it at its time', async () => {
    const one = await startProcess('one', greylisting);
    await submit(one, 'b1', ['a@grey.test']);
    const { waits } = one.parts;
    while ((await waits?.(['b1']))?.size === 0);
    expect((await waits?.(['b1']))?.get('b1')).toMatchObject([{ reason: 'greylisted', count: 1 }]);
    expect(await one.parts.held('one')).toEqual(new Set());
    await one.pool.stop();
    let tries: unknown;
    await startProcess('two', {
      async verifyAll(emails, report, options) {
        tries = options?.defer?.tries(0);
        await fakeVerifier().verifyAll(emails, report, options);
      },
    });
    await startSooner(database.url, 60_000);
    await log.untilEnded('b1');
    expect(tries).toEqual(deferral.tries);
    expect(await booked()).toEqual([1, 1, 0]);
  });
});

describe('a process that was stopped and goes on', () => {
  it('writes nothing for parts that others have taken over', async () => {
    const one = await startProcess('one');
    one.verifier.hold();
    await submit(one, 'b1', ['a@x.test', 'b@x.test']);
    await one.verifier.started('a@x.test');
    await one.verifier.started('b@x.test');
    one.freeze();
    const claims = await one.parts.held('one');
    expect(claims.size).toBe(1);
    // Others saw no renewal for a while.
    const two = await startProcess('two');
    await two.parts.release('one');
    await log.untilEnded('b1');
    one.verifier.letGo('a@x.test');
    one.verifier.letGo('b@x.test');
    const result = foundResult();
    for (const claim of claims) {
      const late = one.parts.record(
        { claim, batchId: 'b1', owner: 'one' },
        [{ positions: [0], result, charged: true }],
        NOW,
      );
      expect(await late).toBe(false);
    }
    expect(await booked()).toEqual([2, 2, 0]);
  });
});

describe('a database whose connections are all dropped', () => {
  it('gets each result once when they are made again', async () => {
    const one = await startProcess('one');
    const emails = Array.from({ length: 60 }, (_, n) => `u${n}@p${n % 3}.test`);
    one.verifier.hold();
    await submit(one, 'b1', emails);
    for (const [n, email] of emails.entries()) {
      await one.verifier.started(email);
      if (n % 20 === 0) await dropConnections();
      one.verifier.letGo(email);
    }
    await log.until('retry or end', ({ event }) => /batch_(retried|completed)/.test(String(event)));
    // What was lost with a connection is asked again.
    const goOn = setInterval(() => {
      for (const email of emails) one.verifier.letGo(email);
    }, 10);
    await log.untilEnded('b1').finally(() => clearInterval(goOn));
    expect(await booked()).toEqual([60, 60, 0]);
  });
});

function dropConnections(): Promise<unknown> {
  return withClient(database.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  );
}
