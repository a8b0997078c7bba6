// Start-up of the program against the same Node doing nothing: paired runs, medians.
// Of the single executable, too, where out/mailvet is built.
//   npm run bench startup [<pairs>]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAIRS = Number(process.argv[2] ?? 31);
const launcher = fileURLToPath(new URL('../../bin/mailvet.js', import.meta.url));
const binary = fileURLToPath(new URL('../../out/mailvet', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'mailvet-bench-'));

function time([program, ...args]: readonly [string, ...string[]]): number {
  const start = performance.now();
  const { status } = spawnSync(program, args, {
    env: { PATH: process.env.PATH, HOME: home },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const node = process.execPath;
const commands: Record<string, readonly [string, ...string[]]> = {
  bare: [node, '-e', '0'],
  version: [node, launcher, '--version'],
  help: [node, launcher, '--help'],
  ...(existsSync(binary) && {
    'binary --version': [binary, '--version'],
    'binary --help': [binary, '--help'],
  }),
};
const runs: Record<string, number[]> = {};
for (const args of Object.values(commands)) time(args);
for (let pair = 0; pair < PAIRS; pair++) {
  for (const [name, args] of Object.entries(commands)) {
    runs[name] = [...(runs[name] ?? []), time(args)];
  }
}
rmSync(home, { recursive: true, force: true });

const bare = median(runs.bare ?? []);
console.log(`node ${process.version}, ${PAIRS} paired runs, medians`);
for (const [name, values] of Object.entries(runs)) {
  const ms = median(values);
  console.log(
    `${name.padEnd(16)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / bare).toFixed(2)} × bare`,
  );
}
