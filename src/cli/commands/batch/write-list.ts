import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { VERDICTS } from '../../../contract/verdict.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import type { OutputOptions } from '../../../lists/output.ts';
import { readBatches } from '../../../lists/read-rows.ts';
import { splitResults, writeResults } from '../../../lists/write-results.ts';
import type { Output } from '../../context.ts';
import { createOutputFile, type OutputFile } from '../../output-file.ts';
import { type Destination, mayReplace, pathsOf, writtenFile } from './destination.ts';
import type { ResultFlags } from './flags.ts';
import { ResultCounts } from './result-counts.ts';

/** What decides which rows are written, and how they are judged. */
export type Selection = Pick<ResultFlags, 'only' | 'exclude' | 'columns' | 'escapeFormulas'> & {
  readonly riskyRole: boolean;
};

/** Writes the list of a job with what is known of it; tells what it came to. */
export async function writeList(
  job: JobFile,
  destination: Destination,
  { stdout, selection }: { readonly stdout: Output; readonly selection: Selection },
): Promise<ResultCounts> {
  const counts = new ResultCounts();
  const options = outputOptions(destination, selection);
  const observe: OutputOptions['observe'] = (outcome) => counts.add(outcome);
  const text = writeResults(rowsOf(job), job.record.plan, { ...options, observe }, lookupOf(job));
  if (destination.path === undefined) {
    for await (const piece of text) await stdout.write(piece);
  } else {
    await writeFile(await openFile(job, destination, destination.path), text);
  }
  if (destination.split.length > 0) await writeSplit(job, destination, options);
  await recordWritten(job, destination);
  return counts;
}

async function writeFile(file: OutputFile, text: AsyncIterable<string>): Promise<void> {
  try {
    for await (const piece of text) await file.write(piece);
    await file.commit();
  } finally {
    await file.discard();
  }
}

async function writeSplit(
  job: JobFile,
  destination: Destination,
  options: OutputOptions,
): Promise<void> {
  const files: OutputFile[] = [];
  try {
    for (const path of destination.split) {
      await mkdir(dirname(path), { recursive: true });
      files.push(await openFile(job, destination, path));
    }
    for await (const piece of splitResults(rowsOf(job), job.record.plan, options, lookupOf(job))) {
      await files[VERDICTS.indexOf(piece.verdict)]?.write(piece.text);
    }
    for (const file of files) await file.commit();
  } finally {
    for (const file of files) await file.discard();
  }
}

async function openFile(job: JobFile, destination: Destination, path: string) {
  return await createOutputFile(path, { force: await mayReplace(destination, job.written, path) });
}

/** Notes the files as ours: a later run of the job may replace them. */
async function recordWritten(job: JobFile, destination: Destination): Promise<void> {
  const files = await Promise.all(pathsOf(destination).map(writtenFile));
  job.recordWritten(files.filter((file) => file !== undefined));
}

function rowsOf(job: JobFile) {
  return readBatches(job.input(), job.record.plan);
}

function lookupOf(job: JobFile) {
  return (address: string) => job.lookup(address);
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
