import type { InspectOptions } from '../inspect/inspect-list.ts';
import { chooseSheet } from './choose-sheet.ts';
import { asInputError, unreadable } from './errors.ts';
import { openOds } from './ods-book.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import { sheetCsv } from './sheet-csv.ts';
import { SIGNATURE_SIZE, type UnpackedList } from './unpacked-list.ts';
import { openXlsx } from './xlsx-book.ts';
import { zipEntries } from './zip.ts';

/** Takes the wanted sheet out of an archive; undefined for one that is no workbook. */
export async function openSheet(
  name: string,
  bytes: Buffer,
  wanted?: string,
): Promise<UnpackedList | undefined> {
  const open = findOpener(bytes);
  if (!open) return undefined;
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

const READING: InspectOptions = { format: 'csv', delimiter: ',', encoding: 'utf-8' };

/** What opens an archive; undefined for one that is no workbook. */
function findOpener(bytes: Buffer): ((bytes: Buffer) => Promise<SheetBook>) | undefined {
  const start = bytes.toString('latin1', 0, SIGNATURE_SIZE);
  if (OPEN_DOCUMENT.test(start)) return SPREADSHEET.test(start) ? openOds : undefined;
  return isPackage(bytes, start) ? openXlsx : undefined;
}

/** Whether an archive is a document of another kind, such as a text. */
export function isDocument(bytes: Buffer): boolean {
  return OPEN_DOCUMENT.test(bytes.toString('latin1', 0, SIGNATURE_SIZE));
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
