/**
 * Measures lists against a bare csv-parse → csv-stringify pass over the same file in the same run:
 * reading and writing alone, and whole runs of the built program, from the list to its results.
 * Prints times, ratios, peak memory and requests.
 *
 *     npm run bench lists [rows]
 *
 * Each measurement is a process of its own, so that none warms or fills another's memory. Of a whole
 * run everything counts but waiting: the time in which its event loop had nothing to do (answers
 * under way, pauses between polls). Syncs to the disk block the loop, and so count. What the loop
 * leaves to other threads does not show there; the ratio of the CPU times of all threads has it.
 *
 * Needs a built dist/ (npm run build).
 */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { inspectList } from '../../src/formats/inspect/inspect-list.ts';
import { readBatches } from '../../src/formats/read/read-rows.ts';
import { fileSource } from '../../src/formats/source.ts';
import type { RowResult } from '../../src/formats/write/outcome.ts';
import { type FilePiece, writeResults } from '../../src/formats/write/write-results.ts';
import { type Metered, readMeter } from './meter.ts';
import { type WholeRun, wholeRun } from './whole-run.ts';

/** What each child process does with the file; every one writes to nowhere. */
const TASKS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  reference: (path) =>
    pipeline(createReadStream(path), parse(), stringify(), createWriteStream(devNull)),
  async inspect(path) {
    await inspectList(fileSource(path));
  },
  async mailvet(path) {
    const source = fileSource(path);
    const plan = await inspectList(memoryStart(path));
    const output = { plan, output: { format: 'csv' }, lookup } as const;
    const chunks = chunksOf(writeResults(readBatches(source, plan), output));
    await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(devNull));
  },
};

async function* chunksOf(pieces: AsyncIterable<FilePiece>) {
  for await (const { chunk } of pieces) yield chunk;
}

/** The plan is the same for the first rows alone: only reading and writing are timed. */
function memoryStart(path: string) {
  return { name: path, open: () => createReadStream(path, { end: 9_999 }) };
}

const FLAGS = {
  valid: true,
  acceptAll: false,
  role: false,
  temporary: false,
  mx: true,
  smtp: true,
};

/** Results by the address's length: an in-memory look-up that itself needs no memory. */
function lookup(email: string): RowResult | undefined {
  if (email.length % 7 === 0) return undefined;
  const deliverable = email.length % 3 !== 0;
  return { verification: { email, ...FLAGS, deliverable, score: deliverable ? 100 : 0 } };
}

async function generate(path: string, rows: number): Promise<void> {
  const lines = function* () {
    yield 'id,first name,last name,email,city\n';
    for (let id = 1; id <= rows; id++) {
      const domain = `domain${(id * 7919) % 5000}.example.com`;
      yield `${id},Anna,Person,person.${id}@${domain},"Springfield"\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

async function measure(task: string, path: string): Promise<Metered> {
  const self = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [self, '--task', task, path]);
  return JSON.parse(stdout) as Metered;
}

async function runTask(task: string, path: string): Promise<void> {
  await TASKS[task]?.(path);
  process.stdout.write(JSON.stringify(readMeter()));
}

async function compare(directory: string, rows: number): Promise<void> {
  const path = join(directory, `${rows}.csv`);
  await generate(path, rows);
  const { size } = await stat(path);
  say(`\n${rows} rows, ${(size / 1e6).toFixed(1)} MB`);
  const reference = await measure('reference', path);
  report('csv-parse → csv-stringify', reference, reference);
  report('mailvet: read and write', await measure('mailvet', path), reference);
  report('mailvet: inspect', await measure('inspect', path), reference);
  reportWhole(await wholeRun(path), reference, []);
  const flags = ['--concurrency', '100'];
  reportWhole(await wholeRun(path, flags), reference, flags);
}

function report(name: string, { wallSeconds, peakMb }: Metered, reference: Metered): void {
  const columns = [
    seconds(wallSeconds),
    `ratio ${ratio(wallSeconds, reference.wallSeconds)}`,
    `peak ${peakMb.toFixed(0)} MB`,
  ];
  say(`  ${name.padEnd(28)}${columns.map((text) => text.padEnd(14)).join('')}`);
}

function reportWhole(
  { metered, requests }: WholeRun,
  reference: Metered,
  flags: readonly string[],
): void {
  const { wallSeconds, idleSeconds, cpuSeconds, peakMb } = metered;
  const busy = wallSeconds - idleSeconds;
  const { createBatch, getBatch, listBatches } = requests;
  say(`  ${['mailvet batch submit --wait -o', ...flags].join(' ')}`);
  say(`    wall ${seconds(wallSeconds)}, of it waiting ${seconds(idleSeconds)}`);
  say(
    `    all but waiting ${seconds(busy)}, ratio ${ratio(busy, reference.wallSeconds)};` +
      ` CPU ${seconds(cpuSeconds)}, ratio ${ratio(cpuSeconds, reference.cpuSeconds)}`,
  );
  say(`    peak ${peakMb.toFixed(0)} MB`);
  say(
    `    requests: ${createBatch} Create Batch, ${getBatch} Get Batch Results` +
      ` (${ratio(createBatch + getBatch, createBatch)} a batch), ${listBatches} List Batches`,
  );
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function ratio(value: number, reference: number): string {
  return (value / reference).toFixed(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main([first, ...rest]: readonly string[]): Promise<void> {
  if (first === '--task') return runTask(rest[0] ?? '', rest[1] ?? '');
  const max = Number(first ?? 1_000_000);
  const directory = await mkdtemp(join(tmpdir(), 'mailvet-bench-'));
  try {
    await compare(directory, Math.ceil(max / 10));
    await compare(directory, max);
  } finally {
    await rm(directory, { recursive: true });
  }
}

await main(process.argv.slice(2));
