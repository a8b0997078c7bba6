import { readFileSync, writeFileSync } from 'node:fs';

/** What SQLite knows a database by; without it, it is no database at all. */
const HEADER = 100;

/** Writes a copy in which up to 300 bytes more than `least` are others; the same `trial` damages the same bytes. */
export function writeDamagedCopy(from: string, to: string, trial: number, least = 1): void {
  const bytes = readFileSync(from);
  const random = randomNumbers(trial);
  for (let flips = least + Math.floor(random() * 300); flips > 0; flips--) {
    const at = HEADER + Math.floor(random() * (bytes.length - HEADER));
    bytes[at] = Math.floor(random() * 256);
  }
  writeFileSync(to, bytes);
}

function randomNumbers(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
