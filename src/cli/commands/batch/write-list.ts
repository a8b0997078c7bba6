import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ListPlan } from '../../../formats/plan.ts';
import { readBatches } from '../../../formats/read/read-rows.ts';
import type { ReportFacts } from '../../../formats/report/report-facts.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { columnValue } from '../../../formats/write/column-value.ts';
import { withoutMends } from '../../../formats/write/find-mends.ts';
import type { JudgedRow } from '../../../formats/write/judged-row.ts';
import { mendCells } from '../../../formats/write/mended-cells.ts';
import {
  needsEvidence,
  type OutputOptions,
  RESULT_COLUMNS,
} from '../../../formats/write/output.ts';
import type { Chunk } from '../../../formats/write/renderer.ts';
import { TOOL_PARTS, ToolFile, type ToolPart } from '../../../formats/write/tool-files.ts';
import {
  type OutputPart,
  SPLIT_PARTS,
  writeResults,
} from '../../../formats/write/write-results.ts';
import { orAborted } from '../../../lib/abort.ts';
import { makeDirectory } from '../../../lib/new-files.ts';
import { safeLines } from '../../../lib/safe-text.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { isUndone } from '../../../lists/file/job-record.ts';
import { lookupInOrder } from '../../../lists/file/lookup-in-order.ts';
import type { Judging } from '../../../policy/policy.ts';
import type { Baseline } from '../../baseline.ts';
import type { Output } from '../../context.ts';
import { workbookOnTerminal } from '../../io/format.ts';
import { createOutputFile, packedOutput } from '../../io/output-file.ts';
import { ResultCounts } from '../../result-counts.ts';
import { type Destination, isKept, mayReplace } from './destination.ts';
import type { DedupeMode, ResultOptions } from './options.ts';

/** What decides which rows are written, and how they are judged. */
type RowSelection = ResultOptions & {
  readonly judging: Judging;
};

interface WriteSettings {
  readonly stdout: Output;
  /** Ends the writing, and the wait for a reader. */
  readonly signal: AbortSignal;
  readonly selection: RowSelection;
  /** Called for every result, those that are filtered out included; of a sample, of its rows alone. */
  readonly observe: (judged: JudgedRow) => void;
  readonly baseline?: Baseline | undefined;
  /** What a workbook's second sheet says of the list. */
  readonly facts: (summary: ListSummary) => ReportFacts;
}

type FilePart = OutputPart | ToolPart;

const RESULT_PARTS: readonly OutputPart[] = ['whole', ...SPLIT_PARTS];

/** Writes the list of a job with the results so far; returns their counts. */
export async function writeJobList(
  job: JobFile,
  destination: Destination,
  { stdout, signal, selection: given, observe: report, baseline, facts }: WriteSettings,
): Promise<ResultCounts> {
  const counts = new ResultCounts(baseline);
  const plan = writtenPlan(job, destination);
  const selection = withOriginal(plan, withDates(job, given));
  using kept = await chooseRows(job, plan, { signal, selection });
  counts.duplicates = kept?.duplicates ?? 0;
  const options = outputOptions(destination, selection, kept);
  const observe = (judged: JudgedRow) => {
    if (isMended(judged)) counts.mended += 1;
    if (!isAskedAbout(job, judged)) return;
    counts.add(judged);
    report(judged);
  };
  const files = new Map<FilePart, Sink>();
  try {
    await openFiles(files, { job, destination, signal }, stdout);
    const onCutCell = () => {
      counts.cutCells++;
    };
    const output = { ...options, observe, onCutCell, facts: () => facts(counts.summary()) };
    const read = readBatches(job.input(), plan);
    const mayImport = kept && ((judged: JudgedRow) => kept.has(judged));
    const optedOut = new Set(job.record.settings.optedOut as string[] | undefined);
    const toolFiles = TOOL_PARTS.filter((part) => files.has(part)).map(
      (part) => new ToolFile(part, { plan, filter: selection.filter, mayImport, optedOut }),
    );
    const pieces = writeResults(plan.mended ? mendCells(read, plan) : read, {
      plan,
      output,
      lookup: lookupInOrder(job, { evidence: needsEvidence(selection.columns) }),
      files: RESULT_PARTS.filter((part) => files.has(part)),
      toolFiles,
    });
    for await (const { file, chunk } of pieces) {
      signal.throwIfAborted();
      await files.get(file)?.write(chunk);
    }
    for (const file of files.values()) await file.commit();
    for (const { part, rows, optedOut, alsoImported } of toolFiles) {
      counts.inTool[part] = rows;
      if (part === 'import') counts.inTool.optedOut = optedOut;
      else counts.inTool.inBoth = alsoImported;
    }
  } finally {
    for (const file of files.values()) await file[Symbol.asyncDispose]();
  }
  return counts;
}

function isMended({ row }: JudgedRow): boolean {
  return row.addresses.some(({ mended }) => mended !== undefined);
}

/** How a list is read to be written: mended as the run says, else as it was submitted, unless that was undone. */
function writtenPlan(
  { record: { plan }, state }: JobFile,
  { fix, undoes }: Pick<Destination, 'fix' | 'undoes'>,
): ListPlan {
  const asBefore = plan.mended === true && !isUndone(state.written);
  const isMended = !undoes && (fix ?? asBefore);
  return isMended ? { ...plan, mended: true } : withoutMends(plan);
}

/** Goes through the list once to find which row of each mailbox is kept; undefined: all are. */
async function chooseRows(
  job: JobFile,
  plan: ListPlan,
  { signal, selection }: Pick<WriteSettings, 'signal' | 'selection'>,
): Promise<KeptRows | undefined> {
  const { dedupe, keep, judging } = selection;
  if (!dedupe) return undefined;
  const chooser = new RowChooser(dedupe);
  const observe = (judged: JudgedRow) => {
    signal.throwIfAborted();
    // A row that is left out anyway must not take the place of one that is not.
    if (keep?.(judged) !== false) chooser.add(judged);
  };
  await readThrough(job, plan, { judging, observe });
  return chooser;
}

/** Shows every row of a list, and writes nothing. */
async function readThrough(
  job: JobFile,
  plan: ListPlan,
  shown: Pick<OutputOptions, 'judging' | 'observe'>,
): Promise<void> {
  const output = { format: 'csv', ...shown } as const;
  const lookup = lookupInOrder(job);
  const rows = readBatches(job.input(), plan);
  for await (const _ of writeResults(rows, { plan, output, lookup, files: [] }));
}

/** Counts the results so far, and writes nothing. */
export async function countList(
  job: JobFile,
  { signal, judging }: { readonly signal: AbortSignal; readonly judging: Judging },
): Promise<ResultCounts> {
  const counts = new ResultCounts();
  const observe = (judged: JudgedRow) => {
    signal.throwIfAborted();
    if (isAskedAbout(job, judged)) counts.add(judged);
  };
  await readThrough(job, job.record.plan, { judging, observe });
  return counts;
}

/** For a sample, whether the row was drawn: other rows are not counted. */
function isAskedAbout(job: JobFile, judged: JudgedRow): boolean {
  if (!job.record.sample) return true;
  return (judged.columns ?? [judged]).some(({ email, reason }) => {
    const hasAnswer = !['incomplete', 'syntax', 'several_addresses', 'empty'].includes(reason);
    return hasAnswer || job.wants(email);
  });
}

/** Opens all files before anything is written. If one fails, `files` holds those already open. */
async function openFiles(
  files: Map<FilePart, Sink>,
  target: ListTarget,
  stdout: Output,
): Promise<void> {
  const { path, split, toolFiles, makesFolder } = target.destination;
  if (path !== undefined && makesFolder) makeDirectory(dirname(path));
  if (path === undefined) files.set('whole', stdoutSink(stdout, target.signal));
  else if (!isKept(target.destination, path)) files.set('whole', await openFile(target, path));
  for (const [index, part] of SPLIT_PARTS.entries()) {
    const partPath = split[index];
    if (partPath === undefined || isKept(target.destination, partPath)) continue;
    makeDirectory(dirname(partPath));
    files.set(part, await openFile(target, partPath));
  }
  for (const [index, part] of TOOL_PARTS.entries()) {
    const partPath = toolFiles[index];
    if (partPath === undefined || isKept(target.destination, partPath)) continue;
    files.set(part, await openFile(target, partPath));
  }
}

/** Keeps the list's last line end; on a terminal adds one, so that later text starts a new line. */
function stdoutSink(stdout: Output, signal: AbortSignal): Sink {
  let last = '\n';
  return {
    async write(chunk) {
      if (chunk.length === 0) return;
      if (typeof chunk !== 'string') {
        if (stdout.isTTY) throw workbookOnTerminal();
        return await orAborted(stdout.write(chunk), signal);
      }
      await orAborted(stdout.write(stdout.isTTY ? safeLines(chunk) : chunk), signal);
      last = chunk;
    },
    async commit() {
      if (stdout.isTTY && !last.endsWith('\n')) await stdout.write('\n');
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Writes a whole file of the job. */
export async function writeText(
  target: ListTarget,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<void> {
  if (isKept(target.destination, path)) return;
  await using file = await openFile(target, path);
  await file.write(text);
  await file.commit();
}

/** Where results are written; nothing is visible before `commit`. */
interface Sink extends AsyncDisposable {
  write(chunk: Chunk): Promise<void>;
  commit(): Promise<void>;
}

/** Whose files are written, and where. */
interface ListTarget {
  readonly job: JobFile;
  readonly destination: Destination;
  readonly signal: AbortSignal;
}

/** An output file that the job records as its own just before the rename. */
async function openFile({ job, destination, signal }: ListTarget, path: string): Promise<Sink> {
  const { written } = job.state;
  const force = await mayReplace(destination, written, path);
  const isUndoing = destination.undoes || (isUndone(written) && !destination.fix);
  const file = await createOutputFile(path, {
    force,
    signal,
    access: destination.access,
    files: destination.files,
  });
  const hash = createHash('sha256');
  const packed = packedOutput(path, async (chunk) => {
    hash.update(chunk);
    await file.write(chunk);
  });
  return {
    write: packed.write,
    async commit() {
      await packed.end();
      if (!file.direct) {
        const undone = isUndoing && { undone: true as const };
        const { run } = destination;
        job.state.recordWritten({ path, hash: hash.digest('hex'), run, ...undone });
      }
      await file.commit();
    },
    [Symbol.asyncDispose]: () => file.discard(),
  };
}

/** Where some results were known before, each has its date, unless the columns were chosen. */
function withDates(job: JobFile, selection: RowSelection): RowSelection {
  if (!job.record.noCache || selection.columns) return selection;
  return { ...selection, columns: [...RESULT_COLUMNS, 'checked_at'] };
}

/** Where cells are mended, each row says what was there, unless the columns were chosen. */
function withOriginal({ mended }: ListPlan, selection: RowSelection): RowSelection {
  const { columns, namesColumns } = selection;
  if (!mended || !columns || namesColumns || columns.includes('original')) return selection;
  return { ...selection, columns: [...columns, 'original'] };
}

function outputOptions(
  { format }: Destination,
  selection: RowSelection,
  kept: KeptRows | undefined,
): OutputOptions {
  const { keep: wanted, columns, escapeFormulas, judging } = selection;
  return {
    format,
    judging,
    escapeFormulas,
    keep: kept ? (judged) => wanted?.(judged) !== false && kept.has(judged) : wanted,
    ...(columns && { columns }),
  };
}

/** Whether a row is the one of its mailbox that is kept. */
interface KeptRows extends Disposable {
  has(judged: JudgedRow): boolean;
  /** Rows that are not kept. */
  readonly duplicates: number;
}

/** Notes rows one after the other, and finds out which of each mailbox is kept. */
class RowChooser implements KeptRows {
  readonly #mode: DedupeMode;
  /** Private, and gone in the end: a million mailboxes would fill the memory. */
  readonly #database = new DatabaseSync('');
  readonly #note;
  readonly #find;
  #rows = 0;

  constructor(mode: DedupeMode) {
    this.#mode = mode;
    this.#database.exec(`
      CREATE TABLE kept (mailbox TEXT PRIMARY KEY, row INTEGER NOT NULL, filled INTEGER NOT NULL)
        STRICT, WITHOUT ROWID;
      BEGIN;
    `);
    this.#note = this.#database.prepare(
      `INSERT INTO kept VALUES (?, ?, ?) ON CONFLICT (mailbox) DO UPDATE
       SET row = excluded.row, filled = excluded.filled WHERE ${REPLACES[mode]}`,
    );
    this.#find = this.#database.prepare('SELECT row FROM kept WHERE mailbox = ?');
  }

  add(judged: JudgedRow): void {
    const mailbox = mailboxOf(judged);
    if (mailbox === undefined) return;
    this.#rows += 1;
    const filled = this.#mode === 'fullest' ? countFilled(judged) : 0;
    this.#note.run(mailbox, judged.row.index, filled);
  }

  has(judged: JudgedRow): boolean {
    const mailbox = mailboxOf(judged);
    return mailbox === undefined || this.#find.get(mailbox)?.row === judged.row.index;
  }

  get duplicates(): number {
    const kept = this.#database.prepare('SELECT count(*) AS count FROM kept').get()?.count;
    return this.#rows - Number(kept);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

/** When a later row takes the place of the one before. */
const REPLACES: Readonly<Record<DedupeMode, string>> = {
  first: 'false',
  last: 'true',
  fullest: 'excluded.filled > kept.filled',
};

/** Undefined for a row without an address: it is no duplicate of another. */
function mailboxOf(judged: JudgedRow): string | undefined {
  const mailbox = columnValue(judged, 'mailbox');
  return typeof mailbox === 'string' ? mailbox : undefined;
}

function countFilled({ row }: JudgedRow): number {
  return row.cells.filter((cell) => cell.trim() !== '').length;
}
