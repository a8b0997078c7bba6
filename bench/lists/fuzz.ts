/**
 * Takes mutated lists all the way: `node bench/lists/fuzz.ts [count] [seed]`. Stops at the first
 * that crashes, loses a row or takes too long, with what it takes to see it again.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { corpus, mutant } from '../../test/formats/corpus.ts';
import { wholeWay } from '../../test/formats/whole-way.ts';

const TOO_LONG = 10_000;

const count = Number(argv[2] ?? 10_000);
const first = Number(argv[3] ?? 1);
const lists = corpus();
const fates = { read: 0, refused: 0 };
let slowest = 0;

for (let seed = first; seed < first + count; seed++) {
  const list = mutant(lists, seededRandom(seed));
  const began = performance.now();
  try {
    fates[await inTime(wholeWay(list))] += 1;
  } catch (error) {
    const path = join(tmpdir(), `fuzz-${seed}-${list.name}`);
    writeFileSync(path, list.bytes);
    throw new Error(`seed ${seed} (${list.name}): ${path}`, { cause: error });
  }
  slowest = Math.max(slowest, performance.now() - began);
}
stdout.write(`${count} lists: ${fates.read} read, ${fates.refused} refused; `);
stdout.write(`slowest ${slowest.toFixed(0)} ms\n`);

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`more than ${TOO_LONG} ms`)), TOO_LONG);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
