/**
 * The figures that count beside their floors: what the smallest honest program takes for the same work, in
 * alternating runs, or a bound that something else sets. Processor time is that of the measured process
 * alone, from its start to its end unless said; name servers, mail hosts and clients have processes of their own.
 *
 *     npm run bench floor                                     all parts, medians of five runs
 *     npm run bench floor -- --only cached,start --runs 3     some of them
 *     npm run bench floor -- --only rows --runs 1 --flame rows.svg     where the time goes, as a flame graph
 *
 * Needs a built dist/ (npm run build).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cached } from './cached.ts';
import type { Figure, InTurn, Part } from './figures.ts';
import { findProfile, flameGraph } from './flame.ts';
import { oneDomain, peakMemory, processorTime, realList } from './lists.ts';
import { rows } from './rows.ts';
import { quickStart, start } from './start.ts';

const PARTS: Readonly<Record<string, Part>> = {
  scattered: processorTime,
  one: oneDomain,
  cached,
  rows,
  memory: peakMemory,
  shares: realList,
  quickstart: quickStart,
  start,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(PARTS).join() },
    runs: { type: 'string', default: '5' },
    flame: { type: 'string' },
  },
});
const profiles = values.flame === undefined ? undefined : mkdtempSync(join(tmpdir(), 'profiles-'));
if (profiles) process.env.BENCH_NODE_FLAGS = `--cpu-prof --cpu-prof-dir=${profiles}`;

const inTurn: InTurn = async <Name extends string, Sample extends object>(
  programs: Readonly<Record<Name, () => Promise<Sample>>>,
) => {
  const names = Object.keys(programs) as Name[];
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++)
    for (const name of names) samples.get(name)?.push(await programs[name]());
  const medians = names.map((name) => [name, mediansOf(samples.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Name, Sample>;
};

function mediansOf<Sample extends object>(samples: readonly Sample[]): Sample {
  const keys = Object.keys(samples[0] ?? {}) as (keyof Sample)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(samples.map((sample) => Number(sample[key])))]),
  ) as Sample;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const TITLE_WIDTH = 66;
const WIDTH = 12;

function row(title: string, ...cells: readonly string[]): void {
  const padded = cells.map((cell) => cell.padStart(WIDTH));
  process.stdout.write(`${title.padEnd(TITLE_WIDTH)}${padded.join('')}\n`);
}

function show({ title, unit, ours, floor, wanted }: Figure): void {
  const shown = (value: number) => `${digits(value)} ${unit}`.trim();
  const isMost = 'most' in wanted;
  const target = isMost ? wanted.most : wanted.least;
  const isMet = isMost ? ours <= target : ours >= target;
  const share = `${(ours / floor).toFixed(2)} ×`;
  const aim = `${isMost ? '≤' : '≥'} ${shown(target)}`;
  row(title, shown(ours), shown(floor), share, aim, isMet ? 'met' : '');
}

/** Three significant ones, and no fraction of large numbers. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

row('', 'measured', 'floor', 'by floor', 'wanted');
for (const name of values.only.split(',')) {
  const part = PARTS[name];
  if (!part) throw new Error(`unknown part ${name}: there are ${Object.keys(PARTS).join(', ')}`);
  for (const figure of await part(inTurn)) show(figure);
}

if (profiles && values.flame !== undefined) {
  writeFileSync(values.flame, flameGraph(findProfile(profiles), values.only));
  rmSync(profiles, { recursive: true });
}
