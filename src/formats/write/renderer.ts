import type { ListRow } from '../row.ts';
import type { JudgedRow } from './judged-row.ts';

/** A piece of a file: text, or bytes of a workbook. */
export type Chunk = string | Uint8Array;

/** Turns judged rows into the lines of a format. One serves all files that a list is written to. */
export interface Renderer<Line> {
  /** A row, without what stands before and behind it in its file. */
  row(judged: JudgedRow): Line;
  /** Begins a file: the whole list, or the rows of one verdict. */
  open(isWhole: boolean): FileWriter<Line>;
}

/** A file on its way out. */
export interface FileWriter<Line> {
  add(row: ListRow, line: Line): void;
  /** A blank line of the list. */
  addBlank(row: ListRow): void;
  /** Whether enough was gathered to be handed on. */
  isFull(): boolean;
  take(): Chunk | Promise<Chunk>;
  /** Adds what a file ends with; what is left is still to be taken. */
  end(): void | Promise<void>;
}
