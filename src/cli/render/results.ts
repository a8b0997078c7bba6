import { safeJson, safeLine } from '../../lib/safe-text.ts';
import { guardFormula } from '../../lists/write/formula.ts';
import { fieldsOf } from '../../lists/write/json-renderer.ts';
import type { AddressOutcome } from '../../lists/write/outcome.ts';
import { RESULT_COLUMNS } from '../../lists/write/output.ts';
import type { Palette } from '../io/colour.ts';
import { type Column, renderTable } from './table.ts';

/** `email verdict reason score`, tab-separated. */
export function resultLine({ email, verdict, reason, score }: AddressOutcome): string {
  return `${[safeLine(email), verdict ?? '', reason, score ?? ''].join('\t')}\n`;
}

export function resultTable(records: readonly AddressOutcome[], palette: Palette): Promise<string> {
  const notes = records.some((record) => noteOf(record) !== '');
  const columns: Column<AddressOutcome>[] = [
    { title: 'EMAIL', text: ({ email }) => email },
    {
      title: 'VERDICT',
      text: ({ verdict }) => verdict ?? '',
      paint: ({ verdict }, text) => (verdict ? palette.verdict(verdict, text) : text),
    },
    { title: 'REASON', text: ({ reason }) => reason },
    { title: 'SCORE', align: 'right', text: ({ score }) => String(score ?? '') },
    ...(notes ? [{ title: 'NOTE', text: noteOf }] : []),
  ];
  return renderTable(records, columns, { heading: palette.bold });
}

function noteOf({ error, suggestion }: AddressOutcome): string {
  if (error !== undefined) return error;
  return suggestion === undefined ? '' : `did you mean ${suggestion}? (not verified)`;
}

export function resultJsonLine(record: AddressOutcome): string {
  return `${safeJson(jsonOf(record))}\n`;
}

/** The fields by name: what is not known is null. */
export function jsonOf(record: AddressOutcome): Record<string, unknown> {
  return fieldsOf(record, RESULT_COLUMNS);
}

interface CsvWriter {
  readonly header: string;
  line(record: AddressOutcome): string;
}

/** The header and the lines of a CSV file. Loads the CSV writer. */
export async function csvWriter(): Promise<CsvWriter> {
  const { createLineWriter } = await import('../../lists/write/csv-line.ts');
  const write = createLineWriter();
  const cell = (value: unknown) => guardFormula(String(value ?? ''));
  return {
    header: `${write(RESULT_COLUMNS)}\n`,
    line: (record) => `${write(RESULT_COLUMNS.map((name) => cell(record[name])))}\n`,
  };
}
