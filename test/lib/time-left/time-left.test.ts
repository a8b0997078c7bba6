import { expect, it, test } from 'vitest';
import { once } from '../../../src/lib/once.ts';
import type { ListMoment } from '../../../src/lib/time-left/rates.ts';
import { type TimeLeft, TimeLeftEstimator } from '../../../src/lib/time-left/time-left.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { WORLDS } from './world-list.ts';
import { runWorld, type World } from './worlds.ts';

const SEEDS = [1, 2, 3];

const whole = (moment: ListMoment) => moment;
const countsOnly = (moment: ListMoment) => ({ ...moment, providers: undefined });
/** Seconds are rounded to five: a smaller difference doesn't count. */
const SLACK_MS = 5000;

interface Judged {
  /** How many times too long or too short a number was, from 10 % on. */
  worst: number;
  /** From a number to that of the next second, by how many times it changed beyond that second. */
  jump: number;
  /** Numbers from 10 % on, those of them within a factor of two to the second, and all moments. */
  shown: number;
  within: number;
  all: number;
}

function factor(a: number, b: number): number {
  return Math.abs(a - b) <= SLACK_MS ? 1 : Math.max(a / b, b / a);
}

function judge(world: World, see: (moment: ListMoment) => ListMoment): Judged {
  const judged = { worst: 1, jump: 1, shown: 0, within: 0, all: 0 };
  for (const seed of SEEDS)
    judgeOnce(judged, [...runWorld(world, seededRandom(seed))].map(see), world);
  return judged;
}

const judgeAll = once(() =>
  Object.entries(WORLDS).map(([name, world]) => ({
    name,
    known: judge(world, whole),
    counts: judge(world, countsOnly),
  })),
);

function judgeOnce(judged: Judged, moments: readonly ListMoment[], world: World): void {
  const end = moments.at(-1)?.at ?? 0;
  const estimator = new TimeLeftEstimator();
  let last: TimeLeft = { kind: 'unknown' };
  for (const moment of moments.slice(0, -1)) {
    const found = estimator.note(moment);
    if (found.kind === 'time' && last.kind === 'time') {
      const expected = Math.max(1, last.left - 1000);
      judged.jump = Math.max(judged.jump, factor(found.left, expected));
    }
    last = found;
    const isLate = moment.at >= (world.judgedFrom ?? 0) * 1000;
    if (!isLate || moment.done < moment.total / 10) continue;
    judged.all++;
    if (found.kind !== 'time') continue;
    judged.shown++;
    const left = end - moment.at;
    if (Math.max(found.left / left, left / found.left) <= 2) judged.within++;
    judged.worst = Math.max(judged.worst, factor(found.left, left));
  }
}

test.for(Object.keys(WORLDS))(
  'knowing the providers, a number is within a factor of two from 10 % on: %s',
  (name) => {
    const { worst = Number.NaN, jump } = judgeAll().find((one) => one.name === name)?.known ?? {};
    expect(worst).toBeLessThan(2);
    expect(jump).toBeLessThan(1.2);
  },
);

it('shows by world how far numbers are off, with providers and by counts alone', () => {
  const table = judgeAll().map(({ name, known, counts }) => {
    const cells = [known, counts].map(({ worst, shown, within, all }) => {
      const [share, good] = [shown / all, within / Math.max(1, shown)].map((one) =>
        String(Math.round(one * 100)).padStart(4),
      );
      return `${worst.toFixed(2).padStart(8)} in${share} %,${good} % within two`;
    });
    return [name.padEnd(32), ...cells].join('');
  });
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "uniform hosts                       1.13 in 100 %, 100 % within two    1.10 in 100 %, 100 % within two
    uniform hosts, in batches           1.13 in 100 %, 100 % within two    1.10 in 100 %, 100 % within two
    a short list                        1.35 in  83 %,  93 % within two    1.00 in  83 %, 100 % within two
    dominant providers                  1.33 in 100 %, 100 % within two    8.23 in 100 %,  83 % within two
    dominant providers, in batches      1.08 in 100 %, 100 % within two    2.44 in 100 %,  84 % within two
    tens of hosts, 40 s                 1.40 in  91 %,  96 % within two   29.46 in  90 %,   5 % within two
    tens of hosts that greylist         1.06 in  17 %,  93 % within two    1.06 in  16 %,  93 % within two
    real shares, 40 s                   1.00 in  91 %,  96 % within two   29.46 in  91 %,   6 % within two
    one provider, 40 s                  1.15 in 100 %,  98 % within two    1.95 in 100 %, 100 % within two
    a greylisted tail                   1.24 in  56 %,  99 % within two    1.24 in  45 %,  99 % within two
    greylisting, in batches             1.75 in  84 %, 100 % within two    1.79 in  80 %, 100 % within two
    half in the cache                   1.38 in  99 %,  99 % within two    2.41 in  99 %,  94 % within two
    a cached start                      1.30 in  99 %, 100 % within two    1.26 in  99 %, 100 % within two
    a provider that pauses              1.83 in  86 %, 100 % within two    2.92 in  93 %,  61 % within two
    a provider that rests               1.00 in   3 %,  95 % within two  388.75 in  10 %,  25 % within two
    the last slow hosts                 1.63 in 100 %,  99 % within two   67.00 in  73 %,  54 % within two
    results in bursts                   1.13 in 100 %, 100 % within two    1.69 in 100 %, 100 % within two
    dominant providers, in bursts       1.07 in 100 %, 100 % within two    8.77 in 100 %,  70 % within two"
  `);
});

it('never jumps where only counts are known', () => {
  expect(Math.max(...judgeAll().map(({ counts }) => counts.jump))).toBeLessThan(1.2);
});

const BASE = { total: 1000, sent: 1000, waits: [] };

function estimateAfter(moments: readonly Partial<ListMoment>[]): TimeLeft | undefined {
  const estimator = new TimeLeftEstimator();
  return moments
    .map((moment, second) => estimator.note({ ...BASE, done: 0, at: second * 1000, ...moment }))
    .at(-1);
}

const steadily = (seconds: number, more: Partial<ListMoment> = {}) =>
  Array.from({ length: seconds + 1 }, (_, second) => ({ done: second * 10, ...more }));

it('shows nothing in the first seconds', () => {
  expect(estimateAfter(steadily(4))).toEqual({ kind: 'unknown' });
  expect(estimateAfter(steadily(5))).toEqual({ kind: 'time', left: 95_000 });
});

it('comes down to the end of a list that gets faster, in the last seconds', () => {
  const total = 12_000;
  const moments = [0, 0, 0, 100, 300, 600, 2600, 4600, 6600, 8600, 10_600].map((done) => ({
    done,
    total,
    sent: total,
  }));
  expect(estimateAfter(moments.slice(0, 6))).toMatchObject({ kind: 'time' });
  const found = estimateAfter(moments);
  expect(found?.kind === 'time' && found.left).toBeLessThan(7500);
});

it('names the waits where all that is left is asked later', () => {
  const waits = [{ reason: 'greylisted', count: 880, left: 60_000 }];
  expect(estimateAfter(steadily(12, { waits }))).toEqual({ kind: 'waits', waits });
});

it('says that providers rest where none that has addresses may be asked', () => {
  const providers = [
    { provider: 'a', open: 500, waiting: 0, settled: 0, closedFor: 40_000 },
    { provider: 'b', open: 380, waiting: 0, settled: 0, closedFor: 90_000 },
    { provider: 'c', open: 0, waiting: 0, settled: 120, closedFor: 0 },
  ];
  const found = estimateAfter(steadily(12, { providers }));
  expect(found).toEqual({ kind: 'rest', left: 40_000 });
});

it('says that hosts keep it waiting where nothing has happened for long', () => {
  const still = Array.from({ length: 20 }, () => ({ done: 120 }));
  expect(estimateAfter([...steadily(12), ...still])).toEqual({ kind: 'hosts', count: 880 });
});

it('goes by the counts where most of the addresses are at no provider that is known', () => {
  const providers = [{ provider: 'a', open: 1, waiting: 0, settled: 0, closedFor: 0 }];
  for (const known of [[], providers]) {
    const found = estimateAfter(steadily(20, { providers: known }));
    expect(found).toEqual({ kind: 'time', left: 80_000 });
  }
});

it('begins anew with each round', () => {
  const again = Array.from({ length: 5 }, () => ({ done: 0 }));
  expect(estimateAfter([...steadily(30), ...again])).toEqual({ kind: 'unknown' });
});
