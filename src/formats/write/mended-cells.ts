import { addressesInCell } from '../../address/clean-cell.ts';
import { decodeJson, replaceStrings } from '../../lib/json-text.ts';
import { isJsonList, isMultiColumn, type ListPlan } from '../plan.ts';
import { writtenCells } from '../read/plain-csv.ts';
import type { CellAddress, ListRow } from '../row.ts';
import { createCellWriter } from './csv-line.ts';

/** Rows as `createMender` changes them. */
export async function* mendCells(
  rows: AsyncIterable<readonly ListRow[]>,
  plan: ListPlan,
): AsyncGenerator<readonly ListRow[]> {
  const mend = createMender(plan);
  for await (const some of rows) yield some.map(mend);
}

/**
 * Gives a row whose address cells hold only the address: what was corrected stands in the place of what
 * was typed, and names, marks and schemes around a single address are gone. A cell with several addresses
 * changes only by corrections; everything else of a row stays as it is, byte for byte. Its addresses then
 * say how their cells changed.
 */
export function createMender(plan: ListPlan): (row: ListRow) => ListRow {
  const mend = createCellMender(plan);
  return (row) => mend(row);
}

/** The same; of `kept`, where it is given, a cell holds only these addresses, one at most. */
export function createCellMender(
  plan: ListPlan,
): (row: ListRow, kept?: ReadonlySet<CellAddress>) => ListRow {
  const write = createCellWriter(plan.delimiter);
  const mend = isJsonList(plan) ? mendElement : mendLine;
  return (row, kept) => mend(row, { plan, kept, write });
}

interface Mending {
  readonly plan: ListPlan;
  readonly kept: ReadonlySet<CellAddress> | undefined;
  readonly write: (cell: string) => string;
}

function mendLine(row: ListRow, mending: Mending): ListRow {
  const { cells, addresses } = mendColumns(row, mending);
  if (cells === row.cells) return row;
  return { ...row, cells, text: replaceCells(row, cells, mending), addresses };
}

/** The text of a row with other cells; those that are the same stay quoted as they were. */
function replaceCells(
  row: ListRow,
  cells: readonly string[],
  { plan: { format, delimiter }, write }: Mending,
): string {
  if (format === 'lines') return cells[0] ?? '';
  const written = writtenCells(row.text, delimiter) ?? [];
  const isWhole = written.length === cells.length;
  return cells
    .map((cell, at) => (isWhole && cell === row.cells[at] ? (written[at] ?? '') : write(cell)))
    .join(delimiter);
}

/** Strings of the element that are the same as a cell that was mended; a bare string is its own cell. */
function mendElement(row: ListRow, mending: Mending): ListRow {
  const { plan, kept } = mending;
  if (row.text.startsWith('"')) {
    const before = decodeJson(row.text);
    const after = mendCell(before, row.addresses, kept);
    if (after === before) return row;
    const addresses = row.addresses.map((one) => ({ ...one, mended: { before, after } }));
    return { ...row, cells: [after], text: JSON.stringify(after), addresses };
  }
  const { cells, addresses } = mendColumns(row, mending);
  if (cells === row.cells) return row;
  const mended = new Map(plan.columns.map((at) => [row.cells[at], cells[at]]));
  const text = replaceStrings(row.text, (each) => {
    const before = decodeJson(each);
    const after = mended.get(before) ?? before;
    return after === before ? each : JSON.stringify(after);
  });
  return { ...row, cells, text, addresses };
}

/** The row's own cells where there is nothing to mend. */
function mendColumns(row: ListRow, { plan, kept }: Mending): Pick<ListRow, 'cells' | 'addresses'> {
  let { cells, addresses } = row;
  for (const [index, at] of plan.columns.entries()) {
    const before = row.cells[at] ?? '';
    const own = addressesOf(row, plan, index);
    const after = mendCell(before, own, kept);
    if (after === before) continue;
    cells = cells.with(at, after);
    const mended = { before, after };
    addresses = addresses.map((one) => (own.includes(one) ? { ...one, mended } : one));
  }
  return { cells, addresses };
}

/** The addresses that were read in this column; with `coalesce`, in the filled column. */
function addressesOf({ addresses, cells }: ListRow, plan: ListPlan, index: number) {
  if (isMultiColumn(plan)) return addresses.filter(({ column = 0 }) => column === index);
  if (plan.columns.length === 1) return addresses;
  const cell = cells[plan.columns[index] as number] ?? '';
  return addresses.filter(({ raw }) => cell.includes(raw));
}

function mendCell(
  cell: string,
  addresses: readonly CellAddress[],
  kept?: ReadonlySet<CellAddress>,
): string {
  const left = kept ? addresses.filter((address) => kept.has(address)) : addresses;
  if (left.length < addresses.length && left.length === 0) return '';
  const [one, ...others] = left;
  if (!one) return cell;
  if (others.length > 0) return left.reduce(withCorrection, cell);
  if (one.correction !== undefined) return one.address ?? cell;
  if (one.address === undefined || one.address === cell) return cell;
  const [part] = addressesInCell(one.raw).addresses;
  return part?.ok ? part.raw : one.raw;
}

function withCorrection(cell: string, { raw, address = '', correction }: CellAddress): string {
  if (correction === undefined) return cell;
  const typed = raw.trim();
  const at = cell.indexOf(typed);
  return at === -1 ? cell : cell.slice(0, at) + address + cell.slice(at + typed.length);
}
