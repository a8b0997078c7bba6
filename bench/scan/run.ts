/**
 * `mailvet scan` beside `grep -E` over the same files, in alternating runs: a repository's worth of code with an
 * address now and then, and a list with one on each line. `npm run bench scan 2000000` for another number of lines.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metered } from '../metered.ts';

const lines = Number(process.argv[2] ?? 1_000_000);
const RUNS = 5;
const LINES_OF_FILE = 500;

const home = mkdtempSync(join(tmpdir(), 'mailvet-scan-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Code has an `@` in one line of ten, and an address in one of a thousand. */
function codeLine(at: number): string {
  const host = 'firma-muster.de';
  if (at % 1000 === 0) return ` * Author: Ann Muster <ann${at}@${host}>`;
  if (at % 10 === 0) return `  @Override public String name${at}() { return this.name; }`;
  return `    const value${at} = await compute(${at}, { retries: 3, name: 'value' });`;
}

const listLine = (at: number) => `${at},Ann Muster,ann.${at}@firma-muster-${at % 5000}.de,Berlin`;

function write(folder: string, lineOf: (at: number) => string): string {
  const path = join(home, folder);
  mkdirSync(path);
  for (let start = 0; start < lines; start += LINES_OF_FILE) {
    const size = Math.min(LINES_OF_FILE, lines - start);
    const text = Array.from({ length: size }, (_, at) => `${lineOf(start + at)}\n`);
    writeFileSync(join(path, `file${start}.txt`), text.join(''));
  }
  return path;
}

interface Run {
  readonly cpu: number;
  readonly wall: number;
  readonly found: number;
  readonly peakMb?: number;
}

function scan(path: string): Run {
  const meter = join(home, 'meter.json');
  const args = ['--import', pathOf('../meter.js'), pathOf('../../bin/mailvet.js'), 'scan', path];
  const env = { PATH: process.env.PATH, HOME: home, METER_FILE: meter };
  const { stdout } = spawnSync(process.execPath, args, { env, maxBuffer: 2 ** 30 });
  const { cpuSeconds, wallSeconds, peakMb } = JSON.parse(readFileSync(meter, 'utf8')) as Metered;
  return { cpu: cpuSeconds, wall: wallSeconds, found: countLines(stdout), peakMb };
}

const ADDRESS = '[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+';

function grep(path: string): Run {
  const began = performance.now();
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const args = ['-c', `time -p grep -rnoE '${ADDRESS}' '${path}'`];
  const { stdout, stderr } = spawnSync('bash', args, { env, maxBuffer: 2 ** 30 });
  const seconds = (name: string) => Number(new RegExp(`${name} ([\\d.]+)`).exec(`${stderr}`)?.[1]);
  const wall = (performance.now() - began) / 1000;
  return { cpu: seconds('user') + seconds('sys'), wall, found: countLines(stdout) };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

for (const [name, lineOf] of [
  ['code', codeLine],
  ['list', listLine],
] as const) {
  const path = write(name, lineOf);
  const runs = Array.from({ length: RUNS }, () => ({ scan: scan(path), grep: grep(path) }));
  for (const tool of ['scan', 'grep'] as const) {
    const of = (figure: 'cpu' | 'wall') => median(runs.map((run) => run[tool][figure])).toFixed(2);
    const peak = Math.max(...runs.map((run) => run[tool].peakMb ?? 0));
    const memory = peak > 0 ? `, peak ${Math.round(peak)} MB` : '';
    const found = runs[0]?.[tool].found;
    console.log(
      `${name} of ${lines} lines, ${tool}: ${of('cpu')} s of processor time, ${of('wall')} s, ${found} found${memory}`,
    );
  }
}
