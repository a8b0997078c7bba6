import { safeJson, safeLine } from '../../lib/safe-text.ts';
import { RESULT_COLUMNS } from '../../lists/output.ts';
import type { Palette } from '../colour.ts';
import type { ResultRecord } from './record.ts';
import { type Column, renderTable } from './table.ts';

/** `email verdict reason score`, tab-separated. */
export function resultLine({ email, verdict, reason, score }: ResultRecord): string {
  return `${[safeLine(email), verdict, reason, score ?? ''].join('\t')}\n`;
}

export function resultTable(records: readonly ResultRecord[], palette: Palette): string {
  const notes = records.some((record) => noteOf(record) !== '');
  const columns: Column<ResultRecord>[] = [
    { title: 'EMAIL', text: ({ email }) => email },
    {
      title: 'VERDICT',
      text: ({ verdict }) => verdict,
      paint: ({ verdict }, text) => palette.verdict(verdict, text),
    },
    { title: 'REASON', text: ({ reason }) => reason },
    { title: 'SCORE', align: 'right', text: ({ score }) => String(score ?? '') },
    ...(notes ? [{ title: 'NOTE', text: noteOf }] : []),
  ];
  return renderTable(records, columns, { heading: palette.bold });
}

function noteOf({ error, suggestion }: ResultRecord): string {
  if (error !== null) return error;
  return suggestion === undefined ? '' : `did you mean ${suggestion}? (not verified)`;
}

export function resultJsonLine(record: ResultRecord): string {
  return `${safeJson(record)}\n`;
}

/** The header and the lines of a CSV file. Loads the CSV writer. */
export async function csvWriter(): Promise<CsvWriter> {
  const { stringify } = await import('csv-stringify/sync');
  const lines = (rows: unknown[][]) =>
    stringify(rows, { escape_formulas: true, cast: { boolean: String } });
  return {
    header: lines([[...RESULT_COLUMNS]]),
    line: (record) => lines([RESULT_COLUMNS.map((name) => record[name] ?? null)]),
  };
}

export interface CsvWriter {
  readonly header: string;
  line(record: ResultRecord): string;
}
