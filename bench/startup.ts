// Start-up of the program against the same Node doing nothing: paired runs, medians.
//   npm run bench:startup [-- <pairs>]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAIRS = Number(process.argv[2] ?? 31);
const launcher = fileURLToPath(new URL('../bin/mailvet.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));

function time(args: readonly string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: home },
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const commands = {
  bare: ['-e', '0'],
  version: [launcher, '--version'],
  help: [launcher, '--help'],
};
const runs: Record<keyof typeof commands, number[]> = { bare: [], version: [], help: [] };
for (const args of Object.values(commands)) time(args);
for (let pair = 0; pair < PAIRS; pair++) {
  for (const [name, args] of Object.entries(commands)) {
    runs[name as keyof typeof commands].push(time(args));
  }
}
rmSync(home, { recursive: true, force: true });

const bare = median(runs.bare);
console.log(`node ${process.version}, ${PAIRS} paired runs, medians`);
for (const [name, values] of Object.entries(runs)) {
  const ms = median(values);
  console.log(
    `${name.padEnd(8)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / bare).toFixed(2)} × bare`,
  );
}
