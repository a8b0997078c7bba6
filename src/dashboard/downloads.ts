import { FACT_NAMES, type KnownFacts } from '../contract/facts.ts';
import { toKnownFacts } from '../contract/known-facts.ts';
import type { Judgement } from '../contract/verdict.ts';
import { createLineWriter } from '../formats/write/csv-line.ts';
import { guardFormula } from '../formats/write/formula.ts';
import type { ResultColumn } from '../formats/write/output.ts';
import type { Result } from '../result/result.ts';

type CsvCell = string | number | boolean | null;

const write = createLineWriter();

/** One line of CSV. Its text is foreign: no cell may become a formula. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${write(cells.map(cellText))}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  // In locales with `;` as separator, a spreadsheet splits the cell there.
  return cell.split(';').map(guardFormula).join(';');
}

/** A CSV download, streamed as it is created. */
export function csvDownload(name: string, lines: AsyncIterable<string>): Response {
  return csvResponse(name, ReadableStream.from(encoded(lines)));
}

export function csvResponse(name: string, body: string | ReadableStream): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}

/** A file to be saved, streamed as it is created. */
export function attachment(
  name: string,
  type: string,
  bytes: AsyncIterable<Uint8Array> | string,
): Response {
  const body = typeof bytes === 'string' ? bytes : ReadableStream.from(bytes);
  return new Response(body, {
    headers: { 'Content-Type': type, 'Content-Disposition': dispositionOf(name) },
  });
}

/** RFC 6266 §4.3: the name in UTF-8, and for older programs without what ASCII does not have. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** What mailvet adds to an address, by the names that its other outputs have. */
export const RESULT_COLUMNS = [
  'verdict',
  'reason',
  ...FACT_NAMES,
] as const satisfies ResultColumn[];

/** An empty cell for what nobody looked up. */
export function resultCells(
  { facts, reason: detail }: Result,
  { verdict, reason }: Judgement,
): CsvCell[] {
  const known: KnownFacts = toKnownFacts<KnownFacts>(facts, detail);
  return [verdict, reason, ...FACT_NAMES.map((name) => known[name] ?? null)];
}
