import { MailvetError } from '../../errors.ts';
import { createLineWriter } from '../../formats/write/csv-line.ts';
import { guardFormula } from '../../formats/write/formula.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import type { Invocation } from '../invocation.ts';
import { chooseFormat } from './format.ts';

/** What one line holds, by the names of JSON. */
export type PrintedRecord = Readonly<Record<string, string | boolean | null>>;

/** Prints records as they come, in flat memory. */
export interface RecordPrinter<Printed extends PrintedRecord> {
  add(record: Printed): Promise<void>;
  end(): Promise<void>;
}

/** Characters held before they are written: a million lines of their own take seconds. */
const BUFFER = 64_000;

/** A line of JSON, CSV or text with tabs for each record. Throws `usage` for a workbook. */
export function createRecordPrinter<Printed extends PrintedRecord>(
  { context, globals }: Invocation,
  fields: readonly (keyof Printed & string)[],
): RecordPrinter<Printed> {
  const format = chooseFormat({ flag: globals.format }) ?? 'text';
  if (format === 'xlsx') {
    const hint = 'Use --json or --format csv';
    throw new MailvetError('usage', 'This command writes no xlsx', { hint });
  }
  const toLine = createLine<Printed>(format, fields);
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

function createLine<Printed extends PrintedRecord>(
  format: string,
  fields: readonly (keyof Printed & string)[],
): (record: Printed) => string {
  if (format === 'json' || format === 'jsonl') return (record) => `${safeJson(record)}\n`;
  const cells = (record: Printed) => fields.map((field) => String(record[field] ?? ''));
  if (format === 'text') return (record) => `${cells(record).map(safeLine).join('\t')}\n`;
  const write = createLineWriter(format === 'tsv' ? '\t' : ',');
  return (record) => `${write(cells(record).map(guardFormula))}\n`;
}
