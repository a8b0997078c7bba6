import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOrdinals, wilsonInterval } from '../../src/lists/file/sample.ts';
import { pollInterval } from '../../src/lists/run/follow-batches.ts';

test('a sample has its size, no repeats, and stays within the list', () => {
  const sizes = fc.tuple(fc.nat(500), fc.nat(500), fc.nat());
  fc.assert(
    fc.property(sizes, ([total, size, seed]) => {
      const wanted = Math.min(size, total);
      const sample = sampleOrdinals(total, wanted, seed);
      expect(new Set(sample).size).toBe(wanted);
      expect(sample).toEqual([...sample].sort((a, b) => a - b));
      expect(sample.every((ordinal) => ordinal >= 1 && ordinal <= total)).toBe(true);
    }),
  );
});

test('the seed decides the sample', () => {
  expect(sampleOrdinals(1000, 5, 1)).toEqual(sampleOrdinals(1000, 5, 1));
  expect(sampleOrdinals(1000, 5, 1)).not.toEqual(sampleOrdinals(1000, 5, 2));
});

test('every address has the same chance to be drawn', () => {
  const hits = new Array<number>(11).fill(0);
  for (let seed = 0; seed < 3000; seed += 1) {
    for (const ordinal of sampleOrdinals(10, 3, seed)) hits[ordinal] = (hits[ordinal] ?? 0) + 1;
  }
  for (const count of hits.slice(1)) expect(Math.abs(count - 900)).toBeLessThan(120);
});

test('Wilson’s interval is the one of the textbooks for an endless list', () => {
  const { low, high } = wilsonInterval(10, 100, Number.MAX_SAFE_INTEGER);
  expect(low).toBeCloseTo(0.0552, 3);
  expect(high).toBeCloseTo(0.1744, 3);
});

test('an interval holds its rate, stays between 0 and 1, and is exact for the whole list', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), fc.nat(1000), (size, hits, more) => {
      const found = Math.min(hits, size);
      const { low, high } = wilsonInterval(found, size, size + more);
      const rate = found / size;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(rate + 1e-9);
      expect(high).toBeGreaterThanOrEqual(rate - 1e-9);
      if (more === 0) expect({ low, high }).toEqual({ low: rate, high: rate });
    }),
  );
});

test.for([
  [0, 250],
  [2000, 250],
  [20_000, 2000],
  [1_000_000, 10_000],
] as const)('a batch %i ms old is asked about %i ms later', ([age, interval]) => {
  expect(pollInterval(age)).toBe(interval);
});
