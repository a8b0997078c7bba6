import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../bench/simulate/clock.ts';
import { jainIndex, quantile } from '../../bench/simulate/fairness.ts';
import { paceOf, runFleet } from '../../bench/simulate/fleet.ts';
import { Heap } from '../../bench/simulate/heap.ts';
import { drawing, mailShares } from '../../bench/simulate/mail-share.ts';
import { PartTable } from '../../bench/simulate/part-table.ts';
import { SlotTable } from '../../bench/simulate/slot-table.ts';
import { seededRandom } from '../support/seeded-random.ts';

describe('a heap', () => {
  it('gives the least first, and of equals the one that came first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (numbers) => {
        const heap = new Heap<readonly [number, number]>(([one], [other]) => one - other);
        const items = numbers.map((number, at) => [number, at] as const);
        for (const item of items) heap.push(item);
        const out = items.map(() => heap.pop());
        expect(out).toEqual([...items].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });
});

describe('fairness', () => {
  it.each([
    [[1, 1, 1, 1], 1],
    [[4, 0, 0, 0], 0.25],
    [[2, 1], 0.9],
    [[0, 0], 1],
  ])('of %j is %d', (shares, index) => expect(jainIndex(shares)).toBeCloseTo(index, 5));

  it('knows the middle of many', () => {
    expect(quantile([5, 1, 3], 0.5)).toBe(3);
    expect(quantile([5, 1, 3], 1)).toBe(5);
  });
});

describe('the shares of providers', () => {
  const shares = mailShares();
  const of = (id: string | undefined) => shares.find((one) => one.id === id)?.share ?? 0;

  it('are all of the addresses: a third Google, a sixth Microsoft, the rest falling', () => {
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(of('google')).toBeCloseTo(1 / 3, 9);
    expect(of('microsoft-365') + of('outlook-com')).toBeCloseTo(1 / 6, 9);
    const tail = shares.slice(3, -1).map(({ share }) => share);
    expect(tail).toEqual([...tail].sort((a, b) => b - a));
  });

  it('are what is drawn', () => {
    const draw = drawing(shares, seededRandom(7));
    const drawn = Array.from({ length: 20_000 }, draw);
    const google = drawn.filter((id) => id === 'google').length / drawn.length;
    expect(google).toBeCloseTo(1 / 3, 1);
    expect(drawn.filter((id) => id === undefined).length).toBeGreaterThan(1000);
  });
});

describe('the parts that wait', () => {
  const parts = (team: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ queue: 'part/a', team, list: `${at}`, size: 1 }));
  const claimAll = (table: PartTable) => {
    const teams: string[] = [];
    for (let part = table.claim('part/a'); part; part = table.claim('part/a')) {
      teams.push(part.team);
      table.complete(part);
    }
    return teams.join('');
  };

  it('are claimed by teams in turn, however many each has', () => {
    const table = new PartTable();
    table.add(parts('a', 4));
    table.add(parts('b', 2));
    expect(claimAll(table)).toBe('ababaa');
  });

  it('give nothing to a team for having had none for a while', () => {
    const table = new PartTable();
    table.add(parts('a', 6));
    for (let at = 0; at < 4; at++) table.claim('part/a');
    table.add(parts('b', 3));
    expect(claimAll(table)).toBe('ababb');
  });

  it('are so many of one provider at a time', () => {
    const table = new PartTable(2);
    table.add(parts('a', 3));
    const first = table.claim('part/a');
    expect([table.claim('part/a'), table.claim('part/a')]).toMatchObject([
      { team: 'a' },
      undefined,
    ]);
    expect(table.waitingQueues).toEqual([]);
    if (first) table.complete(first);
    expect(table.waitingQueues).toEqual(['part/a']);
  });
});

describe('the places', () => {
  it('are given to the process that waits longest, and again after a crash', async () => {
    const clock = new SimulatedClock();
    const table = new SlotTable(clock);
    const queue = { egress: 'out-1', provider: 'google', places: 1, spacing: 0, lease: 1000 };
    const take = async (process: string) =>
      (await table.takeSlot({ ...queue, process, holder: process })).slot;
    expect(await take('a')).toBe(0);
    expect(await take('b')).toBeUndefined();
    clock.sleep(1500);
    await clock.run(() => false, 10_000);
    expect(await take('c')).toBeUndefined();
    expect(await take('b')).toBe(0);
  });
});

describe('a simulated fleet', () => {
  const list = (team: string, size: number, at = 0) => ({ id: `${team}/0`, team, size, at });
  const lists = [list('large', 4000), list('small', 100, 5000)];
  const settings = { workers: 6, egresses: 3, reach: 'own', seed: 3 } as const;

  it('answers each address once, and never exceeds what an egress may have', async () => {
    for (const reach of ['own', 'all'] as const) {
      const { books } = await runFleet({ ...settings, reach }, lists);
      const answered = [...books.answers.values()].flat().reduce((sum, count) => sum + count, 0);
      expect(answered).toBe(4100);
      expect([...books.finished.keys()].sort()).toEqual(['large/0', 'small/0']);
      for (const [queue, peak] of books.peaks)
        expect(peak).toBeLessThanOrEqual(paceOf(queue.split(' ')[0] ?? '').connections);
    }
  });

  it('has the same figures with the same seed, and others with another', async () => {
    const figures = async (seed: number) => {
      const { took, slots } = await runFleet({ ...settings, seed }, lists);
      return [took, slots.statements];
    };
    const first = await figures(3);
    expect(await figures(3)).toEqual(first);
    expect(await figures(4)).not.toEqual(first);
  });
});
