import { MailvetError } from '../errors.ts';
import type { InspectOptions } from './inspect-list.ts';
import { asShown, zeroWidths } from './workbook-cells.ts';
import { createLineWriter } from './write-csv.ts';
import { storedZip, unpackEntry, zipEntries } from './zip.ts';

/** A list as it is to be read: a workbook's first sheet has become CSV, all else is what it was. */
export interface UnpackedList {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How to read the sheet, whatever was said about the file; undefined when it is no workbook. */
  readonly sheet?: { readonly name: string; readonly reading: InspectOptions };
}

/**
 * Looks whether a list is an Excel workbook (.xlsx, .xlsm) and takes its first sheet out. Unlike all
 * other lists, a workbook is held in memory: its size is bounded.
 *
 * Throws an input error for a workbook that is too large, broken, or has no sheet.
 */
export async function unpackList(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<UnpackedList> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start = await readStart(iterator);
  const rest = (async function* () {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  })();
  if (!WORKBOOK.test(start.toString('latin1', 0, SIGNATURE_SIZE))) return { chunks: rest };
  const sheet = await readFirstSheet(name, await gather(name, rest));
  return { chunks: csvOf(sheet.data), sheet: { name: sheet.sheet, reading: READING } };
}

/** A ZIP archive whose first entries are those of an Office document. */
const WORKBOOK = /^PK\x03\x04[\s\S]*?(?:xl\/|\[Content_Types\]\.xml|_rels\/|docProps\/)/;
const SIGNATURE_SIZE = 4096;

const READING: InspectOptions = { format: 'csv', delimiter: ',', encoding: 'utf-8' };

const LARGEST_FILE = 50_000_000;
/** Unpacked: some three million cells, which take under 2 GB of memory. */
const LARGEST_CONTENT = 200_000_000;

/** Cells of the sheet's rectangle. */
const LARGEST_GRID = 30_000_000;

async function readStart(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < SIGNATURE_SIZE) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(parts);
}

async function gather(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_FILE) throw tooLarge(name, `over ${LARGEST_FILE / 1e6} MB`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

type Cell = string | number | boolean | Date | null;

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly Cell[])[];
}

async function readFirstSheet(name: string, bytes: Buffer): Promise<Sheet> {
  try {
    const repacked = await repack(name, bytes);
    const { default: readWorkbook } = await import('read-excel-file/node');
    // `sheets` is what the library's own readSheet gives; by this way the sheet's name comes along.
    const options = { trim: false, sheets: [1] };
    const [sheet] = await readWorkbook(repacked, options);
    // The library's types have the constructor of dates where it gives dates.
    if (sheet) return sheet as unknown as Sheet;
  } catch (error) {
    throw error instanceof MailvetError ? error : unreadable(name, error);
  }
  throw unreadable(name, undefined);
}

/**
 * The workbook's XML in an archive of our own making. The library checks no sums, unpacks whatever
 * size there is, and never ends over some archives that are damaged.
 */
async function repack(name: string, bytes: Buffer): Promise<Buffer> {
  const entries = zipEntries(bytes).filter((entry) => /\.(?:xml|rels)$/.test(entry.name));
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > LARGEST_CONTENT) throw tooLarge(name, `over ${LARGEST_CONTENT / 1e6} MB unpacked`);
  const files = new Map<string, Buffer>();
  for (const entry of entries) files.set(entry.name, await unpackEntry(bytes, entry));
  const widths = zeroWidths(files.get('xl/styles.xml')?.toString() ?? '');
  for (const [path, xml] of files) {
    if (!path.startsWith('xl/worksheets/')) continue;
    if (gridSize(xml) > LARGEST_GRID) throw tooLarge(name, 'it has a cell far out');
    files.set(path, asShown(xml, widths));
  }
  return storedZip(files);
}

/**
 * Rows by columns of a sheet, empty ones included: the library fills every row up to the outermost
 * cell, so that one forgotten far out could take all memory.
 */
function gridSize(xml: Buffer): number {
  let [rows, columns] = [0, 0];
  for (let at = xml.indexOf(CELL); at !== -1; at = xml.indexOf(CELL, at + 1)) {
    const place = xml.toString('latin1', at + CELL.length, at + CELL.length + 10);
    const [, letters = '', digits = '0'] = /^([A-Z]{1,3})(\d+)/.exec(place) ?? [];
    columns = Math.max(columns, columnNumber(letters));
    rows = Math.max(rows, Number(digits));
  }
  return rows * columns;
}

const CELL = '<c r="';

/** `A` is 1, `Z` 26, `AA` 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A line for each row of the sheet, blank ones included, in pieces of some 64 KB. */
async function* csvOf(rows: Sheet['data']): AsyncGenerator<Uint8Array> {
  const line = createLineWriter(',');
  let text = '';
  for (const row of rows) {
    const cells = row.map(textOf);
    text += `${cells.some((cell) => cell !== '') ? line(cells) : ''}\n`;
    if (text.length < PIECE_SIZE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const PIECE_SIZE = 64 * 1024;

/** A cell as a spreadsheet's user sees it, but for formats that hide what is there. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return NUMBER.format(cell);
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

/** Without exponent, with the 15 digits that Excel keeps. */
const NUMBER = new Intl.NumberFormat('en-US', {
  useGrouping: false,
  maximumSignificantDigits: 15,
  signDisplay: 'negative',
});

/** What Excel counts its days from: a time alone stands on it. */
const FIRST_DAY = '1899-12-3';

/** ISO 8601: `2026-01-31`, `2026-01-31T09:30:00`, `09:30:00`. A sheet knows no time zone. */
function dateText(date: Date): string {
  // Days are fractions there: a second may come out some milliseconds short.
  const seconds = new Date(Math.round(date.getTime() / 1000) * 1000);
  if (Number.isNaN(seconds.getTime())) return '';
  const [day = '', time = ''] = seconds.toISOString().slice(0, 19).split('T');
  if (day.startsWith(FIRST_DAY)) return time;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

const SAVE_AS_CSV = 'Save it as "CSV UTF-8" from a spreadsheet program, then give that file';

function tooLarge(name: string, why: string): MailvetError {
  return new MailvetError('input', `${name} is too large a workbook: ${why}`, {
    hint: `A workbook is read into memory; a CSV file may have any size. ${SAVE_AS_CSV}`,
  });
}

function unreadable(name: string, cause: unknown): MailvetError {
  return new MailvetError('input', `${name} is an Excel workbook that can't be read`, {
    hint: `It is damaged, or no workbook after all. ${SAVE_AS_CSV}`,
    cause,
  });
}
