import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type FactStore, SharedFacts } from '../../../../src/verifier/pacing/fleet/facts.ts';
import { adoptMemory, createMemory } from '../../../../src/verifier/session/scheduler.ts';
import { eachTest } from '../../../support/each-test.ts';
import { isRandom, MailWorld } from '../../../support/mail-world.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const world = eachTest(() => new MailWorld());

/** A table in memory. */
function createTable(): FactStore & { isAway: boolean } {
  const rows: { key: string; by: string; fact: Parameters<FactStore['publish']>[0][number] }[] = [];
  return {
    isAway: false,
    async publish(facts, by) {
      if (this.isAway) throw new Error('the database is away');
      rows.push(...facts.map((fact) => ({ key: fact.key, by, fact })));
    },
    async changes(position = 0, process) {
      const facts = rows.slice(position).filter(({ by }) => by !== process);
      return { position: rows.length, facts: facts.map(({ fact }) => fact) };
    },
  };
}

async function twoProcesses(world: MailWorld, settings: object = {}) {
  const table = createTable();
  const clock = manualClock();
  const join = async (process: string) => {
    const facts = new SharedFacts({ store: table, clock, process });
    const verifier = world.verifier(settings, { clock, facts });
    await facts.start();
    return verifier;
  };
  const tell = async () => {
    // What one tells in a second, the other reads in the next.
    for (let seconds = 0; seconds < 2; seconds++) {
      clock.advance(1000);
      await setImmediate();
    }
  };
  return { table, join, tell, first: await join('first'), second: await join('second') };
}

describe('what one process learns of a provider', () => {
  it('keeps the others from it: a rest', async () => {
    const host = await world.host('mx1.free.fr', {
      rcpt: () => '550 5.7.1 Too many invalid recipients, harvesting',
    });
    world.domain('free.fr', 'mx1.free.fr');
    const { first, second, tell, join } = await twoProcesses(world);
    await first.verify('ann@free.fr');
    await tell();
    const third = await join('third');
    const before = host.sessions.length;
    for (const verifier of [second, third])
      expect(await verifier.verify('bob@free.fr')).toMatchObject({ reason: 'blocked' });
    expect(host.sessions).toHaveLength(before);
  });

  it('is told once the database is back', async () => {
    await world.host('mx1.free.fr', {
      rcpt: () => '550 5.7.1 Too many invalid recipients, harvesting',
    });
    world.domain('free.fr', 'mx1.free.fr');
    const { first, second, tell, table } = await twoProcesses(world);
    table.isAway = true;
    await first.verify('ann@free.fr');
    await tell();
    table.isAway = false;
    await tell();
    expect(await second.verify('bob@free.fr')).toMatchObject({ reason: 'blocked' });
  });

  it('spares the others a question: a domain that accepts everything', async () => {
    const host = await world.served('a.test');
    const { first, second, tell } = await twoProcesses(world);
    await first.verify('ann@a.test');
    await tell();
    expect(await second.verify('bob@a.test')).toMatchObject({ reason: 'accept_all' });
    expect(host.recipients.filter(isRandom)).toHaveLength(1);
  });

  it('bounds the sessions of the others: what its hosts tolerate', () => {
    const told: unknown[] = [];
    const facts = {
      publish: (_: string, key: string, { value }: { value: unknown }) => told.push([key, value]),
    };
    const learning = createMemory('mx.a.test', facts);
    learning.noteLearnt?.();
    expect(told).toEqual([]);
    learning.tolerance.note('out_of_step', 10);
    learning.refusals.note(5, 4);
    learning.noteLearnt?.();
    learning.noteLearnt?.();
    expect(told).toHaveLength(1);
    const [[, value] = []] = told as [string, unknown][];
    const other = createMemory('mx.a.test', undefined);
    adoptMemory(other, JSON.parse(JSON.stringify(value)));
    expect([other.tolerance.learnt, other.refusals.learnt]).toEqual([
      [1, 'hello'],
      [4, 4],
    ]);
    adoptMemory(other, { session: ['x'], refusals: null });
    expect(other.tolerance.recipients).toBe(1);
  });
});

describe('a process that ends', () => {
  /** What a process learnt is being published; `end` ends that. */
  async function publishing() {
    const clock = manualClock();
    const published = Promise.withResolvers<void>();
    const log: string[] = [];
    const store: FactStore = {
      async publish([fact]) {
        log.push(`${fact?.key} is being published`);
        if (log.length === 1) await published.promise;
        log.push(`${fact?.key} is published`);
      },
      changes: async () => ({ position: 0, facts: [] }),
    };
    const facts = new SharedFacts({ store, clock, process: 'first' });
    await facts.start();
    facts.publish('rest', 'a lane', { value: {}, left: 1000 });
    clock.advance(1000);
    const close = async () => {
      const closed = facts.close().then(() => log.push('closed'));
      await setImmediate();
      return { closed };
    };
    return { log, close, published };
  }

  it('waits for what is being published', async () => {
    const { log, close, published } = await publishing();
    const { closed } = await close();
    published.resolve();
    await closed;
    expect(log).toEqual(['a lane is being published', 'a lane is published', 'closed']);
  });

  it('publishes once more what can not be published', async () => {
    const { log, close, published } = await publishing();
    const { closed } = await close();
    published.reject(new Error('the database is away'));
    await closed;
    const again = ['a lane is being published', 'a lane is published'];
    expect(log).toEqual(['a lane is being published', ...again, 'closed']);
  });
});
