/**
 * Which of `total` addresses a sample takes: `size` distinct numbers from 1 to `total`, ascending,
 * the same ones for the same seed (Floyd's algorithm).
 */
export function sampleOrdinals(total: number, size: number, seed: number): number[] {
  const random = seededRandom(seed);
  const chosen = new Set<number>();
  for (let top = Math.max(total - size, 0) + 1; top <= total; top += 1) {
    const pick = 1 + Math.floor(random() * top);
    chosen.add(chosen.has(pick) ? top : pick);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Numbers in [0, 1) that only the seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval at 95 % for a rate seen `hits` times in a sample of `size`, as shares
 * from 0 to 1. It stays sensible for rates near 0 and 1 and for small samples, where the usual
 * normal interval does not. Corrected for a sample drawn without return from `population`.
 */
export function wilsonInterval(hits: number, size: number, population: number): Interval {
  if (size === 0) return { low: 0, high: 1 };
  const z = 1.96;
  const rate = hits / size;
  if (size >= population) return { low: rate, high: rate };
  // Finite population: the sample says as much as a larger one out of an endless list would.
  const n = (size * (population - 1)) / (population - size);
  const middle = (rate + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
