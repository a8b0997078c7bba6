import type { LineEnd } from '../plan.ts';
import { isBlank, type ListRecord } from '../read/record.ts';
import { looksLikeAddress } from './address-like.ts';

/** The figures of one column. */
export interface ColumnCounts {
  /** Cells that are not empty. */
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

/** Counts rows, cells and addresses record by record. */
export function createListSurvey() {
  const filled: number[] = [];
  const addresses: number[] = [];
  const examples: string[][] = [];
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
      else if ((examples[index]?.length ?? 0) < EXAMPLES) addExample(index, cell);
    }
  }

  function addExample(index: number, cell: string): void {
    examples[index] ??= [];
    if (cell.trim() !== '' && !examples[index].includes(cell)) examples[index].push(cell);
  }

  return {
    /** The width that rows should have, from the header. */
    expect(cells: number | undefined): void {
      expected = cells ?? 0;
      width = expected;
    },
    /** The width that rows should have; 0 before the first one. */
    expected: () => expected,
    add(record: ListRecord): void {
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
      columns: Array.from({ length: width }, (_, index) => ({
        filled: filled[index] ?? 0,
        addresses: addresses[index] ?? 0,
        examples: examples[index] ?? [],
      })),
      lineEnd: mostFrequent(lineEnds),
    }),
  };
}

function mostFrequent(lineEnds: ReadonlyMap<string, number>): LineEnd {
  const [first] = [...lineEnds].filter(([end]) => end !== '').sort((a, b) => b[1] - a[1]);
  return (first?.[0] ?? '\n') as LineEnd;
}
