import type { InspectOptions } from '../inspect/inspect-list.ts';
import { chooseSheet } from './choose-sheet.ts';
import { asInputError, tooLarge, unreadable } from './errors.ts';
import { openOds } from './ods-book.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import { sheetCsv } from './sheet-csv.ts';
import { openXlsx } from './xlsx-book.ts';
import { zipEntries } from './zip.ts';

/** A list as it is to be read: a workbook's sheet has become CSV, all else is what it was. */
interface UnpackedList {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Undefined when it is no workbook. */
  readonly sheet?: UnpackedSheet;
}

interface UnpackedSheet {
  readonly name: string;
  /** Other sheets that hold addresses. */
  readonly others: readonly string[];
  /** How to read the sheet, whatever was said about the file. */
  readonly reading: InspectOptions;
}

/**
 * Looks whether a list is a workbook (.xlsx, .xlsm, .ods) and takes a sheet out, row by row: the one
 * that is wanted, by its name or its number from 1, else the one that holds addresses. The packed
 * file and the table of its strings are held in memory, and bounded.
 *
 * Throws an input error for a workbook that is too large, broken, or has no such sheet; for what
 * shows only in the sheet itself, `chunks` throws it.
 */
export async function unpackList(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  wanted?: string,
): Promise<UnpackedList> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start = await readStart(iterator);
  const rest = (async function* () {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  })();
  if (!ARCHIVE.test(start.toString('latin1', 0, SIGNATURE_SIZE))) return { chunks: rest };
  const bytes = await gather(name, rest);
  const open = findOpener(bytes);
  if (!open) return { chunks: once(bytes) };
  try {
    const book = await open(bytes);
    const chosen = await chooseSheet(book, wanted);
    if (!chosen) throw unreadable(name, undefined);
    const { sheet, others } = chosen;
    const found = { name: sheet.name, others, reading: READING };
    return { chunks: renderCsv(name, book, sheet), sheet: found };
  } catch (error) {
    throw asInputError(name, error);
  }
}

const ARCHIVE = /^PK\x03\x04/;
const SIGNATURE_SIZE = 4096;

const READING: InspectOptions = { format: 'csv', delimiter: ',', encoding: 'utf-8' };

/** Bytes, packed. */
const MAX_FILE = 100_000_000;

/** What opens an archive; undefined for one that is no workbook. */
function findOpener(bytes: Buffer): ((bytes: Buffer) => Promise<SheetBook>) | undefined {
  const start = bytes.toString('latin1', 0, SIGNATURE_SIZE);
  if (OPEN_DOCUMENT.test(start)) return SPREADSHEET.test(start) ? openOds : undefined;
  return isPackage(bytes, start) ? openXlsx : undefined;
}

/** The first file of an OpenDocument says what it is (ISO/IEC 26300-3, 3.3). */
const OPEN_DOCUMENT = /^PK[\s\S]{0,100}mimetypeapplication\/vnd\.oasis\.opendocument/;
const SPREADSHEET = /opendocument\.spreadsheet/;

/** Whether an archive is an Office document; one whose directory is damaged is recognised by its start. */
function isPackage(bytes: Buffer, start: string): boolean {
  if (/xl\/|\[Content_Types\]\.xml|_rels\/|docProps\//i.test(start)) return true;
  try {
    return zipEntries(bytes).some(({ name }) => CONTENT_TYPES.test(name));
  } catch {
    return false;
  }
}

const CONTENT_TYPES = /^[/\\]?\[Content_Types\]\.xml$/i;

/** The cells of a sheet as CSV. */
async function* renderCsv(
  name: string,
  book: SheetBook,
  sheet: BookSheet,
): AsyncGenerator<Uint8Array> {
  try {
    yield* sheetCsv(book.rows(sheet));
  } catch (error) {
    throw asInputError(name, error);
  }
}

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
    if (size > MAX_FILE) throw tooLarge(name, `over ${MAX_FILE / 1e6} MB`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
