import type { Hint, Remedy } from '../lib/errors.ts';
/** The text formats that lists are read in; a workbook is read as CSV. */
export const LIST_FORMATS = ['csv', 'lines', 'json', 'jsonl'] as const;
/** One of `LIST_FORMATS`. */
export type ListFormat = (typeof LIST_FORMATS)[number];

/** The encodings that lists have most often; every other one that iconv-lite knows is read, too. */
export const COMMON_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'macintosh',
  'cp850',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
/** A name that iconv-lite knows: one of `COMMON_ENCODINGS`, or as the user gave it. */
export type ListEncoding = string;

/** A line end of a text. */
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
  /** One character: `,` `;` tab or `|`; `,` where the list has none. */
  readonly delimiter: string;
  /** The line end that most lines have. */
  readonly lineEnd: LineEnd;
  /**
   * The column names of CSV as they are, or the dotted property names of JSON objects; null for
   * CSV without a header and for plain lines.
   */
  readonly header: readonly string[] | null;
  /** What stands before the first row, as it is. Empty but for CSV. */
  readonly head: ListHead;
  /** Cells of the longest row: rows and header are filled up to it before results are added. */
  readonly width: number;
  /** Where the addresses are: indexes from 0 into the cells, at least one. */
  readonly columns: readonly number[];
  /** Whether the first of `columns` that is filled is taken, instead of each. */
  readonly coalesce?: boolean;
  /** Whether each address of a cell that has several is taken, instead of none. */
  readonly splitCells: boolean;
  /** Whether addresses are mended in their cells, in all that is written of the list. */
  readonly mended?: true;
  /** What is meant by mistyped addresses: `@domain` or a whole cell, and what is taken in its place. */
  readonly corrections?: Corrections;
  /** The name of the workbook's sheet that the list was; undefined for other lists. */
  readonly sheet?: string;
  /** Rows of the list, neither the header nor blank lines counted. */
  readonly rows: number;
  /** Notices for stderr: the column, the encoding, ragged rows. A sentence each. */
  readonly notices: readonly Hint[];
}

/** `@gmial.com` to `@gmail.com`, or a whole text to an address. */
export type Correction = readonly [from: string, to: string];
export type Corrections = readonly Correction[];

/** What stands before the first row of a list. */
export interface ListHead {
  /** Records before the first row: a `sep=;` line, blank lines, the header. */
  readonly records: number;
  /** The text before the header (or before the first row), line ends included. */
  readonly preamble: string;
  /** The header's own text, quoted as it was; empty without a header. */
  readonly header: string;
  /** The header's line end. */
  readonly lineEnd: string;
}

/** The head of a list that begins with its first row. */
export const NO_HEAD: ListHead = { records: 0, preamble: '', header: '', lineEnd: '' };

/** The one column name of a list that has addresses alone. */
export const ADDRESS_HEADER = 'address';

/** A column for people: its quoted header name, or its number from 1. */
export function columnLabel(header: readonly string[] | null, index: number): string {
  const name = cleanName(header, index);
  return name ? `"${name}"` : `column ${index + 1}`;
}

/** A column's label in a sentence: `column "Work e-mail"`, `column 3`. */
export function columnText(label: string): string {
  return label.startsWith('"') ? `column ${label}` : label;
}

/** The option that names a column. */
export function columnOption(header: readonly string[] | null, index: number): Remedy {
  return { code: 'option', name: 'column', value: columnFlag(header, index) };
}

/** A column as `--column` takes it in a shell. */
function columnFlag(header: readonly string[] | null, index: number): string {
  const name = header?.[index]?.trim() ?? '';
  const isClear = header?.filter((each) => each.trim() === name).length === 1;
  if (!isClear || !/^[^"$`\\\p{Cc}]+$/u.test(name)) return `${index + 1}`;
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}

/** As --column takes it: the name, or the number without one. */
export function columnName(header: readonly string[] | null, index: number): string {
  return cleanName(header, index) || `${index + 1}`;
}

function cleanName(header: readonly string[] | null, index: number): string | undefined {
  return header?.[index]?.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Whether each row has a result for each of several address columns. */
export function isMultiColumn({ columns, coalesce }: ListPlan) {
  return columns.length > 1 && !coalesce;
}

/** Whether the rows of a list are elements of JSON. */
export function isJsonList({ format }: ListPlan): boolean {
  return format === 'json' || format === 'jsonl';
}
