import type { InspectOptions } from '../inspect/inspect-list.ts';
import { asInputError, OversizedWorkbook, tooLarge, unreadable } from './errors.ts';
import { readNumberFormats } from './number-formats.ts';
import { openPackage, type SheetPart, type WorkbookPackage } from './package.ts';
import { sheetCsv } from './sheet-csv.ts';
import { MAX_CELL_LENGTH, sheetRows } from './sheet-rows.ts';
import { readStrings } from './string-table.ts';
import { zipEntries } from './zip.ts';

/** A list as it is to be read: a workbook's first sheet has become CSV, all else is what it was. */
interface UnpackedList {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** How to read the sheet, whatever was said about the file; undefined when it is no workbook. */
  readonly sheet?: { readonly name: string; readonly reading: InspectOptions };
}

/**
 * Looks whether a list is an Excel workbook (.xlsx, .xlsm) and takes its first sheet out, row by
 * row. The packed file and the table of its strings are held in memory, and bounded.
 *
 * Throws an input error for a workbook that is too large, broken, or has no sheet; for what shows
 * only in the sheet itself, `chunks` throws it.
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
  if (!ARCHIVE.test(start.toString('latin1', 0, SIGNATURE_SIZE))) return { chunks: rest };
  const bytes = await gather(name, rest);
  try {
    if (!isPackage(bytes)) return { chunks: once(bytes) };
    const book = await openPackage(bytes);
    const sheet = book.sheets.find(({ hidden }) => !hidden) ?? book.sheets[0];
    if (!sheet) throw unreadable(name, undefined);
    return { chunks: renderCsv(name, book, sheet), sheet: { name: sheet.name, reading: READING } };
  } catch (error) {
    throw asInputError(name, error);
  }
}

/** A ZIP archive, though not one that says that it is an OpenDocument. */
const ARCHIVE = /^PK\x03\x04(?![\s\S]{0,100}opendocument)/;
const SIGNATURE_SIZE = 4096;

const READING: InspectOptions = { format: 'csv', delimiter: ',', encoding: 'utf-8' };

/** Bytes, packed. */
const MAX_FILE = 100_000_000;
/** Bytes of a part, unpacked: a million rows of ten columns have half of it. */
const MAX_PART = 1_000_000_000;
const MAX_STYLES = 20_000_000;
const MAX_STRINGS = 150_000_000;

/** Whether an archive is an Office document; one whose directory is damaged is recognised by its start. */
function isPackage(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, SIGNATURE_SIZE);
  if (/xl\/|\[Content_Types\]\.xml|_rels\/|docProps\//.test(start)) return true;
  try {
    return zipEntries(bytes).some((entry) => entry.name === '[Content_Types].xml');
  } catch {
    return false;
  }
}

/** The cells of a sheet as CSV. */
async function* renderCsv(
  name: string,
  { sharedStrings, styles, from1904, read }: WorkbookPackage,
  { path }: SheetPart,
): AsyncGenerator<Uint8Array> {
  try {
    const strings = await readStrings(read(sharedStrings, MAX_PART), checkStrings);
    const formats = await readNumberFormats(read(styles, MAX_STYLES));
    yield* sheetCsv(sheetRows(read(path, MAX_PART), { strings, formats, from1904 }));
  } catch (error) {
    throw asInputError(name, error);
  }
}

function checkStrings(length: number, total: number): void {
  const max = MAX_CELL_LENGTH.toLocaleString('en');
  if (length > MAX_CELL_LENGTH) throw new OversizedWorkbook(`a text has over ${max} characters`);
  if (total > MAX_STRINGS) throw new OversizedWorkbook('its texts take over 150 MB');
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
