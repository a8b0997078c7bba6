export const LIST_FORMATS = ['csv', 'lines', 'json', 'jsonl'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

export const LIST_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type ListEncoding = (typeof LIST_ENCODINGS)[number];

export type LineEnd = '\n' | '\r\n' | '\r';

/**
 * Everything needed to read a list again the same way and to write it back as it was. Plain data:
 * it survives JSON, so that a job can be resumed by another process.
 */
export interface ListPlan {
  readonly format: ListFormat;
  readonly encoding: ListEncoding;
  /** Whether the list began with a byte order mark. */
  readonly bom: boolean;
  /** One of `,` `;` tab `|`; `,` where the list has no delimiter of its own. */
  readonly delimiter: string;
  /** The line end that most lines have. */
  readonly lineEnd: LineEnd;
  /** The first line when it is Excel's `sep=;`, without its line end; null without one. */
  readonly separatorLine: string | null;
  /** Column names as they stand, or the (dotted) property names of JSON objects; null without a header. */
  readonly header: readonly string[] | null;
  /** Cells of the longest row: rows and header are filled up to it before results are added. */
  readonly width: number;
  /** Where the addresses are: indexes from 0 into the cells, at least one. */
  readonly columns: readonly number[];
  /** Whether each address of a cell that has several is taken, instead of none. */
  readonly splitCells: boolean;
  /** Rows of the list, neither the header nor blank lines counted. */
  readonly rows: number;
  /** What the user should be told (on stderr): the column, the encoding, ragged rows. One sentence each. */
  readonly notices: readonly string[];
}

/** The name of a column for people: its header name, or its number from 1. */
export function columnLabel(plan: Pick<ListPlan, 'header'>, index: number): string {
  const name = plan.header?.[index]?.trim();
  return name ? `"${name}"` : `column ${index + 1}`;
}
