import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { JobFile } from '../../../jobs/job-file.ts';
import { lookupInOrder } from '../../../jobs/lookup-in-order.ts';
import { makeDirectory } from '../../../lib/make-directory.ts';
import { orAborted } from '../../../lib/or-aborted.ts';
import { safeLines } from '../../../lib/safe-text.ts';
import { readBatches } from '../../../lists/read/read-rows.ts';
import type { RowOutcome } from '../../../lists/write/outcome.ts';
import type { OutputOptions } from '../../../lists/write/output.ts';
import { SPLIT_PARTS, splitResults, writeResults } from '../../../lists/write/write-results.ts';
import type { Output } from '../../context.ts';
import { createOutputFile } from '../../io/output-file.ts';
import { ResultCounts } from '../../result-counts.ts';
import { type Destination, mayReplace } from './destination.ts';
import type { ResultOptions } from './options.ts';

/** What decides which rows are written, and how they are judged. */
export type Selection = Pick<ResultOptions, 'only' | 'exclude' | 'columns' | 'escapeFormulas'> & {
  readonly riskyRole: boolean;
};

export interface Writing {
  readonly stdout: Output;
  /** Ends the writing, and the wait for a reader. */
  readonly signal: AbortSignal;
  readonly selection: Selection;
  /** Called for every result, those that are filtered out included; of a sample, of its rows alone. */
  readonly observe: (outcome: RowOutcome) => void;
}

/** Writes the list of a job with what is known of it; tells what it came to. */
export async function writeList(
  job: JobFile,
  destination: Destination,
  { stdout, signal, selection, observe: tell }: Writing,
): Promise<ResultCounts> {
  const counts = new ResultCounts();
  const options = outputOptions(destination, selection);
  const observe = (outcome: RowOutcome) => {
    if (!isAskedAbout(job, outcome)) return;
    counts.add(outcome);
    tell(outcome);
  };
  const text = writeResults(rowsOf(job), job.record.plan, { ...options, observe }, lookupOf(job));
  if (destination.path === undefined) {
    await writeTo(stdout, text, signal);
  } else {
    await using file = await openFile({ job, destination, signal }, destination.path);
    for await (const piece of text) {
      signal.throwIfAborted();
      await file.write(piece);
    }
    await file.commit();
  }
  if (destination.split.length > 0) await writeSplit({ job, destination, signal }, options);
  return counts;
}

/** Of a sample, the rows that were drawn: the others say nothing about the list. */
function isAskedAbout(job: JobFile, { email, reason }: RowOutcome): boolean {
  if (!job.record.sample) return true;
  const hasAnswer = !['incomplete', 'syntax', 'several_addresses', 'empty'].includes(reason);
  return hasAnswer || job.wants(email);
}

/** The list ends as it did; on a terminal, what follows still begins on a line of its own. */
async function writeTo(
  stdout: Output,
  text: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  let last: string | Uint8Array = '\n';
  for await (const piece of text) {
    const shown = stdout.isTTY && typeof piece === 'string' ? safeLines(piece) : piece;
    await orAborted(stdout.write(shown), signal);
    if (piece.length > 0) last = piece;
  }
  if (stdout.isTTY && last.at(-1) !== '\n' && last.at(-1) !== 0x0a) await stdout.write('\n');
}

/** Writes a whole file of the job. */
export async function writeText(
  target: Target,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<void> {
  await using file = await openFile(target, path);
  await file.write(text);
  await file.commit();
}

async function writeSplit(target: Target, options: OutputOptions): Promise<void> {
  const { job, destination, signal } = target;
  const parts: ListFile[] = [];
  try {
    for (const path of destination.split) {
      makeDirectory(dirname(path));
      parts.push(await openFile(target, path));
    }
    for await (const piece of splitResults(rowsOf(job), job.record.plan, options, lookupOf(job))) {
      signal.throwIfAborted();
      await parts[SPLIT_PARTS.indexOf(piece.name)]?.write(piece.text);
    }
    for (const part of parts) await part.commit();
  } finally {
    for (const part of parts) await part[Symbol.asyncDispose]();
  }
}

interface ListFile extends AsyncDisposable {
  write(text: string): Promise<void>;
  commit(): Promise<void>;
}

/** Whose files are written, and where. */
export interface Target {
  readonly job: JobFile;
  readonly destination: Destination;
  readonly signal: AbortSignal;
}

/** A file that the job knows as its own from just before it has its name. */
async function openFile({ job, destination, signal }: Target, path: string): Promise<ListFile> {
  const force = await mayReplace(destination, job.written, path);
  const file = await createOutputFile(path, { force, signal });
  const hash = createHash('sha256');
  return {
    async write(text) {
      hash.update(text);
      await file.write(text);
    },
    async commit() {
      if (!file.direct) job.recordWritten({ path, hash: hash.digest('hex') });
      await file.commit();
    },
    [Symbol.asyncDispose]: () => file.discard(),
  };
}

function rowsOf(job: JobFile) {
  return readBatches(job.input(), job.record.plan);
}

function lookupOf(job: JobFile) {
  return lookupInOrder(job);
}

function outputOptions({ format }: Destination, selection: Selection): OutputOptions {
  const { only, exclude, columns, escapeFormulas, riskyRole } = selection;
  return {
    format,
    riskyRole,
    escapeFormulas,
    ...(only && { only }),
    ...(exclude && { exclude }),
    ...(columns && { columns }),
  };
}
