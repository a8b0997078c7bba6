import { guardFormula } from '../../formats/write/formula.ts';
import { MailvetError } from '../../lib/errors.ts';
import { safeJson, safeLine, safeLines } from '../../lib/safe-text.ts';
import type { Invocation } from '../invocation.ts';
import { type Column, renderTable } from '../render/table.ts';
import { printLines } from '../render/wrap.ts';
import { chooseFormat, type Format } from './format.ts';
import { paletteFor } from './terminal.ts';

/** Prints one object: as JSON with --json, else as text. */
export async function printOne(invocation: Invocation, value: object, text: string): Promise<void> {
  const { context, globals } = invocation;
  const json = globals.format === 'json' || globals.format === 'jsonl';
  const indent = globals.format === 'json' ? 2 : undefined;
  if (json) return await context.stdout.write(`${safeJson(value, indent)}\n`);
  await printLines(context.stdout, text.replace(/\n$/, '').split('\n'));
}

interface TableView<T extends object> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

/** Prints a list: a table on a terminal, tab-separated when piped, or the format asked for. */
export async function printList<T extends object>(
  invocation: Invocation,
  { rows, columns }: TableView<T>,
): Promise<void> {
  const { context, globals } = invocation;
  const { stdout } = context;
  const format = chooseFormat({ flag: globals.format }) ?? 'text';
  if (format === 'json') return await stdout.write(`${safeJson(rows, 2)}\n`);
  if (format === 'jsonl') {
    return await stdout.write(rows.map((row) => `${safeJson(row)}\n`).join(''));
  }
  if (format === 'xlsx') throw noWorkbook();
  if (format === 'csv' || format === 'tsv') {
    const text = await csvText({ rows, columns }, format);
    return await stdout.write(stdout.isTTY ? safeLines(text) : text);
  }
  if (!stdout.isTTY) return await stdout.write(tabbed(rows, columns));
  if (rows.length === 0) return;
  const palette = await paletteFor(stdout, context.env);
  const style = { heading: palette.bold, now: context.clock.now(), columns: stdout.columns };
  await stdout.write(await renderTable(rows, columns, style));
}

function tabbed<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const line = (row: T) => columns.map((column) => safeLine(column.text(row))).join('\t');
  return rows.map((row) => `${line(row)}\n`).join('');
}

function noWorkbook(): MailvetError {
  return new MailvetError('usage', '--format xlsx is for results: this command writes none', {
    hint: [{ code: 'terminal', text: 'Use --format csv' }],
  });
}

async function csvText<T extends object>(
  { rows, columns }: TableView<T>,
  format: 'csv' | 'tsv',
): Promise<string> {
  const toLine = await csvLine(format);
  const header = columns.map(({ field, title }) => field ?? title.toLowerCase());
  return [header, ...rows.map((row) => columns.map((column) => column.text(row)))]
    .map(toLine)
    .join('');
}

/** Writes cells as a line of CSV, or with tabs. Loads the CSV writer. */
export async function csvLine(
  format: 'csv' | 'tsv',
): Promise<(cells: readonly unknown[]) => string> {
  const { createLineWriter } = await import('../../formats/write/csv-line.ts');
  const write = createLineWriter(format === 'tsv' ? '\t' : ',');
  return (cells) => `${write(cells.map((cell) => guardFormula(String(cell ?? ''))))}\n`;
}

/** What one line holds, by the names of JSON. */
export type PrintedRecord = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Prints records as they come, in flat memory. */
export interface RecordPrinter<Printed extends PrintedRecord> {
  add(record: Printed): Promise<void>;
  end(): Promise<void>;
}

/** Characters held before they are written: a million lines of their own take seconds. */
const BUFFER = 64_000;

/** A line of JSON, CSV or text with tabs for each record. Throws `usage` for a workbook. */
export async function createRecordPrinter<Printed extends PrintedRecord>(
  { context, globals }: Invocation,
  fields: readonly (keyof Printed & string)[],
): Promise<RecordPrinter<Printed>> {
  const format = chooseFormat({ flag: globals.format }) ?? 'text';
  if (format === 'xlsx') {
    const hint = 'Use --json or --format csv';
    throw new MailvetError('usage', 'This command writes no xlsx', { hint });
  }
  const toLine = await createLine<Printed>(format, fields);
  const isTable = format === 'csv' || format === 'tsv';
  let held = isTable ? `${fields.join(format === 'tsv' ? '\t' : ',')}\n` : '';
  const flush = async () => {
    const text = held;
    held = '';
    if (text !== '') await context.stdout.write(text);
  };
  return {
    async add(record) {
      held += toLine(record);
      if (held.length >= BUFFER) await flush();
    },
    end: flush,
  };
}

async function createLine<Printed extends PrintedRecord>(
  format: Exclude<Format, 'xlsx'>,
  fields: readonly (keyof Printed & string)[],
): Promise<(record: Printed) => string> {
  if (format === 'json' || format === 'jsonl') return (record) => `${safeJson(record)}\n`;
  const cells = (record: Printed) => fields.map((field) => String(record[field] ?? ''));
  if (format === 'text') return (record) => `${cells(record).map(safeLine).join('\t')}\n`;
  const toLine = await csvLine(format);
  return (record) => toLine(cells(record));
}
