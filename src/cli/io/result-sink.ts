import { resolve } from 'node:path';
import type { JudgedAddress } from '../../formats/write/judged-row.ts';
import { safeJson, safeLines } from '../../lib/safe-text.ts';
import { graceSignal } from '../../lists/run/grace-signal.ts';
import type { Context, Output } from '../context.ts';
import type { Invocation } from '../invocation.ts';
import {
  csvWriter,
  type LooseColumns,
  loadResultFormat,
  resultJsonLine,
  resultLine,
  resultTable,
  resultWorkbook,
  toJson,
} from '../render/results.ts';
import { loadTextWidth } from '../render/table.ts';
import { chooseFormat, type Format, workbookOnTerminal } from './format.ts';
import { createOutputFile, packedOutput, type Write } from './output-file.ts';
import { paletteFor } from './terminal.ts';

interface Formatter {
  /** Writes them together: a write for each of many thousand takes longer than all else about it. */
  addAll(records: readonly JudgedAddress[]): Promise<void>;
  /** Writes what is left; afterwards the file, if any, has its name. */
  end(): Promise<void>;
}

/** Takes results and writes them in one format. */
interface ResultSink extends Formatter {
  add(record: JudgedAddress): Promise<void>;
  /** Leaves no file behind. Does nothing after `end`. */
  discard(): Promise<void>;
}

interface SinkOptions {
  /** A file; undefined = stdout. */
  readonly output?: string | undefined;
  readonly force: boolean;
  /** Whether there is only one address: `json` is then its object, not an array. */
  readonly single: boolean;
  /** The columns that are written, with the address; undefined for those of every output. */
  readonly columns?: LooseColumns;
  /** In place of the format asked for. */
  readonly format?: Format | undefined;
}

/**
 * Throws `usage` where results can't be written as asked for, and loads what writes them: before they
 * are waited for, while which an upgrade may replace mailvet's files.
 */
export async function prepareSink(
  invocation: Invocation,
  options: { readonly output?: string | undefined },
): Promise<void> {
  const { stdout, env } = invocation.context;
  const format = askedFormat(invocation, options) ?? 'text';
  await loadResultFormat(format);
  if (format === 'text' && options.output === undefined && stdout.isTTY) {
    await Promise.all([loadTextWidth(), paletteFor(stdout, env)]);
  }
}

/**
 * What the output's extension names, else the format asked for; undefined without either. Throws `usage` for a
 * workbook that would go to a terminal.
 */
export function askedFormat(
  { context, globals }: Invocation,
  { output }: { readonly output?: string | undefined },
): Format | undefined {
  const format = chooseFormat({ flag: globals.format, output, takesText: true });
  if (format === 'xlsx' && output === undefined && context.stdout.isTTY) throw workbookOnTerminal();
  return format;
}

export async function openSink(invocation: Invocation, options: SinkOptions): Promise<ResultSink> {
  const { context, globals } = invocation;
  const format = options.format ?? askedFormat(invocation, options) ?? 'text';
  if (options.output === undefined) {
    const palette = await paletteFor(context.stdout, context.env);
    if (format === 'text' && context.stdout.isTTY) {
      const show = async (text: string) => (globals.quiet ? undefined : context.live.show(text));
      await show('Waiting for the service …');
      const formatter = createTableFormatter(context, show, (records) =>
        resultTable(records, { palette, width: context.stdout.columns }, options.columns),
      );
      return toSink(formatter, { discard: () => context.live.clear() });
    }
  }
  const target = await openTarget(invocation, options);
  try {
    const formatter = await createFormatter(format, target.write, options);
    const end = async () => {
      await formatter.end();
      await target.end();
    };
    return toSink(formatter, { end, discard: target.discard });
  } catch (error) {
    await target.discard();
    throw error;
  }
}

/** Where text or bytes of results go. */
export interface ResultTarget {
  readonly write: Write;
  /** Afterwards the file, if any, has its name. */
  end(): Promise<void>;
  /** Leaves no file behind. Does nothing after `end`. */
  discard(): Promise<void>;
}

/** Opens a file, or stdout, to write results to. */
export async function openTarget(
  { context, files }: Invocation,
  { output, force }: Pick<SinkOptions, 'output' | 'force'>,
): Promise<ResultTarget> {
  const { stdout } = context;
  if (output === undefined) {
    return stdoutTarget(stdout);
  }
  const path = resolve(context.cwd, output);
  const { signal, clock } = context;
  // A stopped run still writes the results so far, if the output has a reader.
  const grace = graceSignal(signal, clock, REST_MS);
  const file = await createOutputFile(path, { force, files, signal: grace.signal });
  const packed = packedOutput(path, (chunk) => file.write(chunk));
  return {
    write: packed.write,
    async end() {
      await packed.end();
      await file.commit();
      grace[Symbol.dispose]();
    },
    async discard() {
      grace[Symbol.dispose]();
      await file.discard();
    },
  };
}

/** Only a table has colours of its own; all other formats are foreign text and are made safe. */
function stdoutTarget(stdout: Output): ResultTarget {
  if (!stdout.isTTY) {
    return { write: (chunk) => stdout.write(chunk), end: async () => {}, discard: async () => {} };
  }
  let last = '\n';
  return {
    async write(chunk) {
      last = safeLines(String(chunk));
      await stdout.write(last);
    },
    // What follows on the terminal begins a line.
    end: async () => (last.endsWith('\n') ? undefined : stdout.write('\n')),
    discard: async () => {},
  };
}

function toSink(
  formatter: Formatter,
  own: { discard(): Promise<void>; end?(): Promise<void> },
): ResultSink {
  return { ...formatter, add: (record) => formatter.addAll([record]), ...own };
}

/** How long a stopped run waits for the reader of a pipe. */
const REST_MS = 1000;

async function createFormatter(
  format: Format,
  write: Write,
  options: SinkOptions,
): Promise<Formatter> {
  const { columns } = options;
  if (format === 'text') return createLineFormatter(write, (one) => resultLine(one, columns));
  if (format === 'jsonl') return createLineFormatter(write, (one) => resultJsonLine(one, columns));
  if (format === 'csv' || format === 'tsv') {
    const { header, line } = await csvWriter(format, columns);
    await write(header);
    return createLineFormatter(write, line);
  }
  if (format === 'xlsx') return createWorkbookFormatter(write, await resultWorkbook(columns));
  const element = (one: JudgedAddress) => safeJson(toJson(one, columns), 2);
  return options.single
    ? createLineFormatter(write, (one) => `${element(one)}\n`)
    : createArrayFormatter(write, element);
}

function createLineFormatter(write: Write, line: (record: JudgedAddress) => string): Formatter {
  return { addAll: (records) => write(records.map(line).join('')), end: async () => {} };
}

type Workbook = Awaited<ReturnType<typeof resultWorkbook>>;

function createWorkbookFormatter(write: Write, workbook: Workbook): Formatter {
  return {
    async addAll(records) {
      for (const record of records) {
        workbook.add(record);
        if (workbook.isFull()) await write(await workbook.take());
      }
    },
    async end() {
      await workbook.end();
      await write(await workbook.take());
    },
  };
}

/** Element by element, so that a long array is not held in memory. */
function createArrayFormatter(write: Write, element: (record: JudgedAddress) => string): Formatter {
  let before = '[\n';
  return {
    async addAll(records) {
      const elements = records.map((record) => element(record).replace(/^/gm, '  '));
      if (elements.length === 0) return;
      await write(`${before}${elements.join(',\n')}`);
      before = ',\n';
    },
    end: () => write(before === '[\n' ? '[]\n' : '\n]\n'),
  };
}

/** A table needs all rows before its first line: until then a status line shows the progress. */
function createTableFormatter(
  { stdout, live }: Context,
  show: (text: string) => Promise<void>,
  toTable: (records: readonly JudgedAddress[]) => Promise<string>,
): Formatter {
  const records: JudgedAddress[] = [];
  return {
    async addAll(added) {
      records.push(...added);
      await show(`${records.length} done …`);
    },
    async end() {
      await live.clear();
      if (records.length > 0) await stdout.write(await toTable(records));
    },
  };
}
