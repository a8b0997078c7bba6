/** A database that rows are copied from or to. */

export type Value = string | number | null;
export type CopyRow = Readonly<Record<string, Value>>;

/** A table, its columns, and those that order its rows and tell them apart. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

export interface Column {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

/** How far a table was copied: the key of its last row (JSON), and how many rows there were. */
export interface Progress {
  readonly last: string | null;
  readonly rows: number;
  readonly isDone: boolean;
}

export interface CopySource {
  /** The rows after a key, in its order. */
  read(shape: TableShape, after: readonly Value[] | null, limit: number): Promise<CopyRow[]>;
  /** Whether a table has any row. */
  has(table: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface CopyTarget extends CopySource {
  /** How far a copy from this source has got; undefined where none was begun. */
  progress(source: string): Promise<Map<string, Progress> | undefined>;
  begin(source: string): Promise<void>;
  /** Writes rows and how far the copy is with them, both or neither. */
  write(shape: TableShape, rows: readonly CopyRow[], progress: Progress): Promise<void>;
  /** Lets new rows come after the copied ones, and forgets the progress. */
  finish(): Promise<void>;
}
