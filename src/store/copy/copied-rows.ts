/** What is copied from one database to the other. */

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

/** A database whose rows are read in their order. */
export interface ReadRows {
  /** The rows after a key. */
  read(shape: TableShape, after: readonly Value[] | null, limit: number): Promise<CopyRow[]>;
}
