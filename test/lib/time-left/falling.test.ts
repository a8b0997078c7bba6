import { expect, it, test } from 'vitest';
import { FallingTime } from '../../../src/lib/time-left/falling.ts';
import { type TimeLeft, TimeLeftEstimator } from '../../../src/lib/time-left/time-left.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { WORLDS } from './world-list.ts';
import { runWorld, type World } from './worlds.ts';

/** What is shown each second. */
function shownIn(world: World, seed: number): TimeLeft[] {
  const estimator = new TimeLeftEstimator();
  const falling = new FallingTime();
  return [...runWorld(world, seededRandom(seed))].map((moment) =>
    falling.show(moment.at, estimator.note(moment)),
  );
}

const leftOf = (shown: TimeLeft | undefined) => (shown?.kind === 'time' ? shown.left : undefined);

test.for(Object.entries(WORLDS))('only falls, and evenly: %s', ([, world]) => {
  for (const seed of [1, 2, 3]) {
    const shown = shownIn(world, seed);
    for (const [at, now] of shown.entries()) {
      const [before, left] = [leftOf(shown[at - 1]), leftOf(now)];
      if (before === undefined || left === undefined) continue;
      expect(left).toBeLessThanOrEqual(before);
      expect(before - left).toBeLessThanOrEqual(Math.max(3000, 0.15 * before) + 1);
    }
  }
});

it('begins with an estimate that has settled, and takes back a number that is far too low', () => {
  const falling = new FallingTime();
  const show = (second: number, left: number) =>
    leftOf(falling.show(second * 1000, { kind: 'time', left: left * 1000 }));
  expect([20, 30, 40, 40, 39].map((left, second) => show(second, left))).not.toContain(20_000);
  expect(show(5, 38)).toBe(38_000);
  expect(show(6, 60)).toBe(38_000);
  expect([90, 89, 88].map((left, at) => show(7 + at, left))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(show(10, 87)).toBe(87_000);
});
