/**
 * Reads a list and writes it back with results, against a bare csv-parse → csv-stringify pass over
 * the same file in the same run. Prints the times, their ratio, and the peak memory of each.
 *
 *     node bench/lists/run.ts [rows]
 *
 * Each measurement is a process of its own, so that none warms or fills another's memory.
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
import { inspectList } from '../../src/lists/inspect-list.ts';
import type { RowResult } from '../../src/lists/output.ts';
import { readBatches } from '../../src/lists/read-rows.ts';
import { fileSource } from '../../src/lists/source.ts';
import { writeResults } from '../../src/lists/write-results.ts';

interface Measured {
  readonly seconds: number;
  readonly peakMb: number;
}

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
    const text = writeResults(readBatches(source, plan), plan, { format: 'csv' }, lookup);
    await pipeline(Readable.from(text, { objectMode: false }), createWriteStream(devNull));
  },
};

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

async function measure(task: string, path: string): Promise<Measured> {
  const self = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [self, '--task', task, path]);
  return JSON.parse(stdout) as Measured;
}

async function runTask(task: string, path: string): Promise<void> {
  const start = performance.now();
  await TASKS[task]?.(path);
  const seconds = (performance.now() - start) / 1000;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ seconds, peakMb }));
}

async function compare(directory: string, rows: number): Promise<void> {
  const path = join(directory, `${rows}.csv`);
  await generate(path, rows);
  const { size } = await stat(path);
  process.stdout.write(`\n${rows} rows, ${(size / 1e6).toFixed(1)} MB\n`);
  const reference = await measure('reference', path);
  report('csv-parse → csv-stringify', reference, reference);
  report('mailvet: read and write', await measure('mailvet', path), reference);
  report('mailvet: inspect', await measure('inspect', path), reference);
}

function report(name: string, { seconds, peakMb }: Measured, reference: Measured): void {
  const ratio = (seconds / reference.seconds).toFixed(2);
  const columns = [`${seconds.toFixed(2)} s`, `ratio ${ratio}`, `peak ${peakMb.toFixed(0)} MB`];
  process.stdout.write(`  ${name.padEnd(28)}${columns.map((text) => text.padEnd(14)).join('')}\n`);
}

async function main([first, ...rest]: readonly string[]): Promise<void> {
  if (first === '--task') return runTask(rest[0] ?? '', rest[1] ?? '');
  const most = Number(first ?? 1_000_000);
  const directory = await mkdtemp(join(tmpdir(), 'mailvet-bench-'));
  try {
    await compare(directory, Math.ceil(most / 10));
    await compare(directory, most);
  } finally {
    await rm(directory, { recursive: true });
  }
}

await main(process.argv.slice(2));
