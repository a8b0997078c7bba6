import { createLineWriter } from '../write/csv-line.ts';
import { OversizedWorkbook } from './errors.ts';
import { checkGrid, type SheetRow } from './sheet-rows.ts';

const MAX_TEXT = 1_000_000_000;

/**
 * Rows as CSV: a line for each row of the sheet, blank ones included, so that line numbers are those
 * of the spreadsheet. Short rows are filled up to the width that the first rows have.
 */
export async function* sheetCsv(
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  const write = createRowWriter();
  let [text, size] = ['', 0];
  for await (const rows of withFirstTogether(batches)) {
    write.widen(rows);
    for (const row of rows) {
      text += write.row(row);
      if (text.length < PIECE_SIZE) continue;
      size += text.length;
      if (size > MAX_TEXT) throw new OversizedWorkbook('its cells have over 1 GB of text');
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

const PIECE_SIZE = 64 * 1024;

/** A title and a header are among them: enough to know how wide the list is. */
const FIRST_ROWS = 1000;
const FIRST_CELLS = 200_000;

/** The first rows in one batch, the others as they come. */
async function* withFirstTogether(
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<readonly SheetRow[]> {
  let first: SheetRow[] | undefined = [];
  let cells = 0;
  for await (const rows of batches) {
    if (!first) {
      yield rows;
      continue;
    }
    first.push(...rows);
    cells += rows.reduce((sum, row) => sum + row.cells.length, 0);
    if (first.length < FIRST_ROWS && cells < FIRST_CELLS) continue;
    yield first;
    first = undefined;
  }
  if (first) yield first;
}

/** A byte order mark in the first cell belongs to it, not to the encoding: in quotation marks it stays. */
function keepMark(text: string): string {
  return text.replace(/^\ufeff[^,]*/, '"$&"');
}

function createRowWriter() {
  const line = createLineWriter(',');
  let [width, widest, last] = [0, 0, 0];
  let known = false;
  return {
    widen(rows: readonly SheetRow[]): void {
      if (known) return;
      width = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
      known = true;
    },
    row({ number, cells }: SheetRow): string {
      widest = Math.max(widest, width, cells.length);
      const place = Math.max(number, last + 1);
      checkGrid(place, widest);
      const blank = '\n'.repeat(place - last - 1);
      const text = place === 1 ? keepMark(line(cells)) : line(cells);
      last = place;
      const fillers = ','.repeat(Math.max(width - cells.length, 0));
      return `${blank}${text}${fillers}\n`;
    },
  };
}
