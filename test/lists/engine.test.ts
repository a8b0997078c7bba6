/** The engine dies at each durable step, before it or behind it; another one goes on from there. */
import { describe, expect, it } from 'vitest';
import { JobFile } from '../../src/lists/file/job-file.ts';
import { lookupInOrder } from '../../src/lists/file/lookup-in-order.ts';
import { runList } from '../../src/lists/run/engine.ts';
import { runJob } from '../../src/lists/run/http-transport.ts';
import { PartialResults, ServiceTransport } from '../../src/lists/run/service-transport.ts';
import { retryList } from '../../src/service/lists/lists.ts';
import { listWorld } from '../support/list-world.ts';
import { serviceWorld } from '../support/service-world.ts';
import { startStandIn } from '../support/stand-in.ts';
import { makeJob, runOf, temporaryDirectory, timesSent } from './job-bench.ts';

class Killed extends Error {}

/** Counts durable steps. From the one that kills on, none is done: the process is gone. */
class Steps {
  done = 0;
  /** Undoes what is not on the disk yet. */
  onDeath = () => {};
  readonly #kill: { readonly step: number; readonly behind: boolean } | undefined;
  #isDead = false;

  constructor(kill?: { readonly step: number; readonly behind: boolean }) {
    this.#kill = kill;
  }

  /** The object, whose methods of these names are durable steps; also those of what its methods return. */
  of<T extends object>(target: T, names: ReadonlySet<string>): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value && this.#inner(value, names);
        return (...args: unknown[]) => {
          const call = () => value.apply(target, args);
          return names.has(String(name)) ? this.#take(call) : this.#inner(call(), names);
        };
      },
      set: (_, name, value) => Reflect.set(target, name, value, target),
    });
  }

  #inner(value: unknown, names: ReadonlySet<string>): unknown {
    const isPart = typeof value === 'object' && value !== null && !(value instanceof Promise);
    return isPart && !Array.isArray(value) && !(Symbol.iterator in value)
      ? this.of(value, names)
      : value;
  }

  #take(call: () => unknown): unknown {
    if (this.#isDead) throw new Killed();
    const isKiller = ++this.done === this.#kill?.step;
    if (isKiller && !this.#kill?.behind) this.#die();
    const result = call();
    if (!isKiller) return result;
    if (result instanceof Promise) return result.then(() => this.#die());
    return this.#die();
  }

  #die(): never {
    this.#isDead = true;
    this.onDeath();
    throw new Killed();
  }
}

const unlessKilled = (error: unknown) => {
  if (!(error instanceof Killed)) throw error;
};

/** Runs with a kill at each step, before it and behind it, until a run has no such step. */
async function killEverywhere(run: (steps: Steps) => Promise<void>): Promise<number> {
  let kills = 0;
  for (let step = 1; ; step++) {
    for (const behind of [false, true]) {
      const steps = new Steps({ step, behind });
      await run(steps);
      if (steps.done < step) return kills;
      kills += 1;
    }
  }
}

const OF_JOB: ReadonlySet<string> = new Set([
  ...['recordIntent', 'renewIntent', 'dropIntent', 'recordLost', 'recordAnswer'],
  ...['recordSnapshots', 'storeResults', 'retry', 'commit'],
]);
const OF_CLIENT: ReadonlySet<string> = new Set(['createBatch']);

/** Sends the list to its end, and some addresses again. */
async function verifyJob(
  job: JobFile,
  standIn: Awaited<ReturnType<typeof startStandIn>>,
  steps: Steps,
): Promise<void> {
  const run = runOf(job, standIn);
  steps.onDeath = () => {
    if (job.database.isTransaction) job.database.exec('ROLLBACK');
  };
  const mortal = { job: steps.of(job, OF_JOB), client: steps.of(run.client, OF_CLIENT) };
  await runJob({ ...run, ...mortal }, 'collected');
  if (job.round.first === 1) mortal.job.retry([1, 2]);
  await runJob({ ...run, ...mortal }, 'collected');
}

const OF_SERVICE: ReadonlySet<string> = new Set([
  ...['createBatch', 'store', 'recordProgress', 'setWait', 'endList'],
  ...['takeForRetry', 'retryUnknown', 'retry', 'leaveRetry'],
]);

const COLLECTED = { deliverable: 3, risky: 0, undeliverable: 0, unknown: 1 };

describe('a list loses nothing and sends nothing twice, wherever its process dies', () => {
  it('over HTTP', async () => {
    // Each of a domain of its own: those of one stay together.
    const addresses = [1, 2, 3, 4, 5].map((at) => `a${at}@d${at}.example`);
    const kills = await killEverywhere(async (steps) => {
      using directory = temporaryDirectory();
      await using standIn = await startStandIn();
      const { path } = makeJob(directory.path, addresses, {}, 2);
      {
        using job = JobFile.open(path);
        await verifyJob(job, standIn, steps).catch(unlessKilled);
      }
      using job = JobFile.open(path);
      await verifyJob(job, standIn, new Steps());
      job.check();
      const lookup = lookupInOrder(job);
      expect(addresses.filter((address) => !lookup(address)?.verification)).toEqual([]);
      expect([...timesSent(standIn).values()].sort()).toEqual([1, 1, 1, 2, 2]);
      expect(job.hasWork()).toBe(false);
    });
    expect(kills).toBeGreaterThan(30);
  });

  it('within the service', async () => {
    const kills = await killEverywhere(async (steps) => {
      const world = await serviceWorld();
      const lists = listWorld(world);
      try {
        const { team } = await world.team('ours');
        const { store } = world.context;
        await store.teams.setQuota('ours', 3);
        const list = await lists.upload(team, 'email\na@x.com\nb@x.com\ngrey@x.com\nc@x.com\n');
        const find = async () => store.lists(team.id).find(list.id);
        const verify = async (alive: Steps) => {
          const files = alive.of(lists.files, OF_SERVICE);
          const context = { ...world.context, store: alive.of(store, OF_SERVICE), files };
          for (let look = 0; look < 3; look++) {
            for (const open of await store.listQueue.open()) {
              const transport = new ServiceTransport(
                { ...context, clock: world.clock },
                open,
                new PartialResults(),
              );
              for await (const _ of runList(transport, transport));
              if (transport.hasEnded)
                await context.store.listQueue.endList(open, world.clock.now(), undefined);
            }
            await lists.work();
            await store.teams.setQuota('ours', 50);
          }
          const found = await find();
          if (found?.status !== 'completed' || found.isRetry) return;
          // Before the retry, which would find again what was lost.
          expect(found.verdicts).toEqual(COLLECTED);
          const person = { id: 'p', email: 'a@x.org', role: 'owner', createdAt: 0, language: null };
          await retryList({ ...lists.lists, ...context }, { person, team } as never, list.id);
        };
        for (let run = 0; run < 2; run++) await verify(steps).catch(unlessKilled);
        // The one that died may have taken the list for a retry: another one gives it back.
        world.clock.advance(11 * 60_000);
        await store.listQueue.endAbandoned(world.clock.now() - 10 * 60_000);
        for (let run = 0; run < 3; run++) await verify(new Steps());
        expect(await find()).toMatchObject({
          status: 'completed',
          isRetry: true,
          verdicts: COLLECTED,
        });
        const asked = ['a@x.com', 'b@x.com', 'c@x.com', 'grey@x.com', 'grey@x.com'];
        expect([...world.verifier.asked].sort()).toEqual(asked);
      } finally {
        await lists.dispose();
        await world.dispose();
      }
    });
    expect(kills).toBeGreaterThan(30);
  });
});
