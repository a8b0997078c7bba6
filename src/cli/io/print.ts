import { MailvetError } from '../../errors.ts';
import { guardFormula } from '../../formats/write/formula.ts';
import { safeJson, safeLine, safeLines } from '../../lib/safe-text.ts';
import type { Invocation } from '../invocation.ts';
import { type Column, renderTable } from '../render/table.ts';
import { paletteFor } from './colour.ts';
import { chooseFormat } from './format.ts';
import { printLines } from './print-lines.ts';

/** Prints one object: as JSON with --json, else as text. */
export async function printOne(invocation: Invocation, value: object, text: string): Promise<void> {
  const { context, globals } = invocation;
  const json = globals.format === 'json' || globals.format === 'jsonl';
  const indent = globals.format === 'json' ? 2 : undefined;
  if (json) return await context.stdout.write(`${safeJson(value, indent)}\n`);
  await printLines(context.stdout, text.replace(/\n$/, '').split('\n'));
}

interface ListView<T extends object> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

/** Prints a list: a table on a terminal, tab-separated when piped, or the format asked for. */
export async function printList<T extends object>(
  invocation: Invocation,
  { rows, columns }: ListView<T>,
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
    const text = await csvText({ rows, columns }, format === 'tsv' ? '\t' : ',');
    return await stdout.write(stdout.isTTY ? safeLines(text) : text);
  }
  if (!stdout.isTTY) return await stdout.write(tabbed(rows, columns));
  if (rows.length === 0) return;
  const palette = await paletteFor(stdout, context.env);
  const style = {
    heading: palette.bold,
    now: context.clock.now(),
    columns: stdout.columns,
  };
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
  { rows, columns }: ListView<T>,
  delimiter: string,
): Promise<string> {
  const { createLineWriter } = await import('../../formats/write/csv-line.ts');
  const write = createLineWriter(delimiter);
  const header = columns.map(({ field, title }) => field ?? title.toLowerCase());
  const lines = rows.map((row) => columns.map((column) => guardFormula(column.text(row))));
  return [header, ...lines].map((cells) => `${write(cells)}\n`).join('');
}
