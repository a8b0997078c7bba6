import { columnLabel } from '../../formats/plan.ts';
import { readRows } from '../../formats/read/read-rows.ts';
import type { ListSource } from '../../formats/source.ts';
import type { ListSample } from '../../service/lists/list-files.ts';
import type { ListHeader } from './uploaded-list.ts';

const ROWS_SHOWN = 8;
const COLUMNS_SHOWN = 100;
const LONGEST_CELL = 100;

/** The first rows of a list, for somebody who chooses its column. */
export async function sampleRows(source: ListSource, { plan }: ListHeader): Promise<ListSample> {
  const rows: string[][] = [];
  for await (const { cells, problem } of readRows(source, plan)) {
    if (problem === 'blank') continue;
    rows.push(cells.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, LONGEST_CELL)));
    if (rows.length === ROWS_SHOWN) break;
  }
  const length = Math.min(plan.width, COLUMNS_SHOWN);
  const columns = Array.from({ length }, (_, index) => nameOf(plan.header, index));
  return { columns, rows };
}

function nameOf(header: readonly string[] | null, index: number): string {
  return columnLabel(header, index).replace(/^"(.*)"$/s, '$1');
}
