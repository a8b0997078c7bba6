import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { mapConcurrent } from '../../src/cli/commands/verify/map-concurrent.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Work whose end the test decides. */
function controlled() {
  const gates = new Map<number, () => void>();
  let most = 0;
  const work = (item: number) =>
    new Promise<number>((resolve) => {
      gates.set(item, () => {
        gates.delete(item);
        resolve(item);
      });
      most = Math.max(most, gates.size);
    });
  return { work, finish: (item: number) => gates.get(item)?.(), most: () => most, gates };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

/** Bytes of the heap that are reachable. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('mapConcurrent', () => {
  it('keeps the order of the items', async () => {
    const { work, finish, gates } = controlled();
    const all = collect(mapConcurrent([1, 2], work, { limit: 2 }));
    await until(() => gates.size === 2);
    finish(2);
    finish(1);
    expect(await all).toEqual([1, 2]);
  });

  it('gives results as they come when order does not matter', async () => {
    const { work, finish, gates } = controlled();
    const results = mapConcurrent([1, 2], work, { limit: 2, ordered: false });
    const first = results.next();
    await until(() => gates.size === 2);
    finish(2);
    expect(await first).toEqual({ value: 2, done: false });
    finish(1);
    expect(await collect(results)).toEqual([1]);
  });

  it('has no more under way than it may', async () => {
    const { work, finish, gates, most } = controlled();
    const all = collect(mapConcurrent([1, 2, 3, 4, 5], work, { limit: 2 }));
    for (const item of [1, 2, 3, 4, 5]) {
      await until(() => gates.has(item));
      finish(item);
    }
    expect(await all).toEqual([1, 2, 3, 4, 5]);
    expect(most()).toBe(2);
  });

  it('gives a result out while the source keeps it waiting', async () => {
    async function* slow() {
      yield 1;
      await new Promise(() => {});
    }
    const results = mapConcurrent(slow(), async (item) => item, { limit: 5 });
    expect(await results.next()).toEqual({ value: 1, done: false });
  });

  it('ends with the first error', async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error('two');
      return item;
    };
    await expect(collect(mapConcurrent([1, 2, 3], work, { limit: 1 }))).rejects.toThrow('two');
  });

  it('ends with the reason of the signal, whatever it waits for', async () => {
    const stop = new AbortController();
    const forever = () => new Promise<never>(() => {});
    const all = collect(mapConcurrent([1], forever, { limit: 1, signal: stop.signal }));
    stop.abort(new Error('stopped'));
    await expect(all).rejects.toThrow('stopped');
  });

  it.each([true, false])(
    'holds nothing of the items that are done (ordered: %s)',
    async (ordered) => {
      const signal = new AbortController().signal;
      async function* twentyThousand() {
        for (let item = 0; item < 20_000; item += 1) yield item;
      }
      const results = mapConcurrent(twentyThousand(), async (i) => i, {
        limit: 5,
        ordered,
        signal,
      });
      let before = 0;
      let after = 0;
      for await (const item of results) {
        if (item === 1000) before = liveBytes();
        if (item === 19_000) after = liveBytes();
      }
      expect((after - before) / 18_000).toBeLessThan(100);
    },
  );
});
