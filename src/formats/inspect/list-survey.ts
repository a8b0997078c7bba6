import { meansNothing } from '../../address/no-address.ts';
import type { LineEnd } from '../plan.ts';
import { isBlank, type RowRecord } from '../read/record.ts';
import { looksLikeAddress } from './address-like.ts';

/** The figures of one column. */
export interface ColumnCounts {
  /** Cells that are not empty, as far as is seen: those that say so in words (`N/A`) count as empty. */
  readonly filled: number;
  /** Cells that look like addresses. */
  readonly addresses: number;
  /** The first cells that are not empty and do not look like addresses: for people. */
  readonly examples: readonly string[];
}

/** A row with fewer or more cells than the first row (or the header). */
interface RaggedRow {
  readonly line: number;
  readonly cells: number;
}

/** What a whole list holds; the head is not counted. */
export interface ListSurvey {
  readonly rows: number;
  readonly width: number;
  /** The first row that is as wide; undefined while none is wider than the header. */
  readonly widestLine: number | undefined;
  readonly columns: readonly ColumnCounts[];
  /** Rows with fewer or more cells than the first row (or the header). */
  readonly ragged: number;
  readonly firstRagged: RaggedRow | undefined;
  readonly lineEnd: LineEnd;
  /** Cells that each row should have: those of the header, or of the first row. */
  readonly expected: number;
}

/** Cells of a column that are kept to be shown. */
const EXAMPLES = 2;
/** Different cells of a column that are no addresses and are counted: a column of addresses has few. */
const COUNTED = 16;

/** Counts rows, cells and addresses record by record. */
export function createListSurvey() {
  const filled: number[] = [];
  const addresses: number[] = [];
  const others: Map<string, number>[] = [];
  const lineEnds = new Map<string, number>();
  let expected = 0;
  let width = 0;
  let widestLine: number | undefined;
  let rows = 0;
  let ragged = 0;
  let firstRagged: RaggedRow | undefined;

  function addCells(cells: readonly string[]): void {
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as string;
      if (cell === '') continue;
      filled[index] = (filled[index] ?? 0) + 1;
      if (looksLikeAddress(cell)) addresses[index] = (addresses[index] ?? 0) + 1;
      else countOther(index, cell);
    }
  }

  function countOther(index: number, cell: string): void {
    others[index] ??= new Map();
    const count = others[index].get(cell);
    if (count !== undefined || others[index].size < COUNTED)
      others[index].set(cell, (count ?? 0) + 1);
  }

  function countsOf(index: number): ColumnCounts {
    const counted = [...(others[index] ?? [])];
    const empty = counted.filter(([cell]) => meansNothing(cell));
    const words = empty.reduce((sum, [, count]) => sum + count, 0);
    const shown = counted.map(([cell]) => cell).filter((cell) => cell.trim() !== '');
    return {
      filled: (filled[index] ?? 0) - words,
      addresses: addresses[index] ?? 0,
      examples: shown.slice(0, EXAMPLES),
    };
  }

  return {
    /** The width that rows should have, from the header. */
    expect(cells: number | undefined): void {
      expected = cells ?? 0;
      width = expected;
    },
    /** The width that rows should have; 0 before the first one. */
    expected: () => expected,
    add(record: RowRecord): void {
      lineEnds.set(record.lineEnd, (lineEnds.get(record.lineEnd) ?? 0) + 1);
      if (isBlank(record)) return;
      rows++;
      expected ||= record.cells.length;
      if (record.cells.length > width) {
        width = record.cells.length;
        widestLine = record.line;
      }
      if (record.cells.length !== expected) {
        ragged++;
        firstRagged ??= { line: record.line, cells: record.cells.length };
      }
      addCells(record.cells);
    },
    result: (): ListSurvey => ({
      rows,
      width,
      widestLine,
      expected,
      ragged,
      firstRagged,
      columns: Array.from({ length: width }, (_, index) => countsOf(index)),
      lineEnd: mostFrequent(lineEnds),
    }),
  };
}

function mostFrequent(lineEnds: ReadonlyMap<string, number>): LineEnd {
  const [first] = [...lineEnds].filter(([end]) => end !== '').sort((a, b) => b[1] - a[1]);
  return (first?.[0] ?? '\n') as LineEnd;
}
