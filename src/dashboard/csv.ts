import { createLineWriter } from '../formats/write/csv-line.ts';
import { guardFormula } from '../formats/write/formula.ts';

export type Cell = string | number | boolean | null;

const write = createLineWriter();

/** One line of CSV. Its text is foreign: no cell may become a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${write(cells.map(cellText))}\r\n`;
}

function cellText(cell: Cell): string {
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
