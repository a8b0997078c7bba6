import { expect, it } from 'vitest';
import { binsOf, brierOf, decidedAt, thresholdsFor } from '../../bench/likelihood/score.ts';
import { casesOf } from '../../bench/likelihood/world.ts';
import { createRandom } from '../../scripts/replies/random.ts';
import { likelihoodOf } from '../../src/service/likelihood/likelihood.ts';

it('scores, bins and decides predictions', () => {
  const predictions = [0.1, 0.1, 0.5, 0.9, 0.9].map((value, at) => ({ value, exists: at > 2 }));
  expect(brierOf(predictions)).toBeCloseTo((0.01 * 4 + 0.25) / 5, 12);
  expect(binsOf(predictions).map(({ share, count }) => [share, count])).toEqual([
    [0, 2],
    [0, 1],
    [1, 2],
  ]);
  const thresholds = thresholdsFor(predictions, 0.98);
  expect(thresholds).toEqual({ below: 0.5, above: 0.9 });
  expect(decidedAt(predictions, thresholds)).toEqual({ decided: 5, right: 5, existing: 2 });
});

const FRESH = [901, 902, 903, 904, 905, 906, 907, 908];

it('the likelihood is calibrated over worlds that it was not trained on', () => {
  const cases = FRESH.flatMap((seed) => casesOf(createRandom(seed), 600));
  const predictions = cases.flatMap(({ form, outcomes, now, exists }) => {
    const found = likelihoodOf(form, outcomes, now);
    return found ? [{ value: found.value, exists }] : [];
  });
  const base = predictions.filter(({ exists }) => exists).length / predictions.length;
  expect(brierOf(predictions)).toBeLessThan(0.9 * base * (1 - base));
  for (const { mean, share, count } of binsOf(predictions)) {
    if (count > 2000) expect(Math.abs(mean - share)).toBeLessThan(0.1);
  }
});
