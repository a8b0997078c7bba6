import { decodeJson, replaceStrings } from '../../lib/json-text.ts';
import { isJsonList, type ListPlan } from '../plan.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { createLineWriter } from './csv-line.ts';

/** Rows with corrected addresses in the place of what was typed; all else stays as it stands. */
export async function* correctCells(
  rows: AsyncIterable<readonly ListRow[]>,
  plan: ListPlan,
): AsyncGenerator<readonly ListRow[]> {
  const line = createLineWriter(plan.delimiter);
  const write = (cells: readonly string[]) =>
    plan.format === 'lines' ? (cells[0] ?? '') : line(cells);
  for await (const some of rows) {
    yield some.map((row) => {
      const corrected = row.addresses.filter(({ correction }) => correction !== undefined);
      if (corrected.length === 0) return row;
      const mend = (cell: string) => corrected.reduce(inCell, cell);
      const cells = row.cells.map((cell, at) => (isRead(plan, at) ? mend(cell) : cell));
      return { ...row, cells, text: isJsonList(plan) ? mendJson(row.text, mend) : write(cells) };
    });
  }
}

function inCell(cell: string, { raw, address = '' }: CellAddress): string {
  const typed = raw.trim();
  const at = cell.indexOf(typed);
  return at === -1 ? cell : cell.slice(0, at) + address + cell.slice(at + typed.length);
}

function isRead({ columns }: ListPlan, at: number): boolean {
  return columns.includes(at);
}

function mendJson(text: string, mend: (cell: string) => string): string {
  return replaceStrings(text, (each) => {
    const before = decodeJson(each);
    const after = mend(before);
    return after === before ? each : JSON.stringify(after);
  });
}
