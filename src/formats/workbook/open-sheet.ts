import { message } from '../../i18n/message.ts';
import { closestWord } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { looksLikeAddress } from '../inspect/address-like.ts';
import type { InspectOptions } from '../inspect/inspect-list.ts';
import { createLineWriter } from '../write/csv-line.ts';
import { asInputError, OversizedWorkbook, unreadable } from './errors.ts';
import { openOds } from './ods-book.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import { checkGrid, type SheetRow } from './sheet-rows.ts';
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

/** Opens a workbook with all its sheets; undefined for another archive. */
export async function openWorkbook(bytes: Buffer): Promise<SheetBook | undefined> {
  return await findOpener(bytes)?.(bytes);
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

interface SheetWithAddresses {
  readonly sheet: BookSheet;
  /** Other visible sheets that hold addresses. */
  readonly others: readonly string[];
}

/**
 * The sheet that was asked for by its name, or by its number among the visible ones; else the
 * visible one with most addresses in its first rows. Undefined without any.
 *
 * Throws `input` for a name or a number that no sheet has.
 */
async function chooseSheet(
  book: SheetBook,
  wanted: string | undefined,
): Promise<SheetWithAddresses | undefined> {
  const visible = book.sheets.filter(({ hidden }) => !hidden);
  const shown = visible.length > 0 ? visible : book.sheets;
  if (wanted !== undefined) return { sheet: findSheet(wanted, book.sheets, shown), others: [] };
  const [first] = shown;
  if (!first || shown.length === 1) return first && { sheet: first, others: [] };
  const counts = new Map<BookSheet, number>();
  for (const sheet of shown) counts.set(sheet, await countAddresses(book, sheet));
  const most = Math.max(...counts.values());
  const chosen = shown.find((sheet) => counts.get(sheet) === most) ?? first;
  const others = shown.filter((sheet) => sheet !== chosen && (counts.get(sheet) ?? 0) > 0);
  return { sheet: chosen, others: others.map(({ name }) => name) };
}

/** Rows by which sheets are compared. */
const COMPARED_ROWS = 1000;

async function countAddresses(book: SheetBook, sheet: BookSheet): Promise<number> {
  let [rows, addresses] = [0, 0];
  for await (const batch of book.rows(sheet)) {
    for (const { cells } of batch) addresses += cells.filter(looksLikeAddress).length;
    rows += batch.length;
    if (rows >= COMPARED_ROWS) break;
  }
  return addresses;
}

function findSheet(
  wanted: string,
  sheets: readonly BookSheet[],
  shown: readonly BookSheet[],
): BookSheet {
  const plain = (name: string) => name.trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => plain(name) === plain(wanted)) ??
    (/^\d+$/.test(wanted.trim()) ? shown[Number(wanted) - 1] : undefined);
  if (found) return found;
  const names = shown.map(({ name }) => name);
  const near = closestWord(wanted, names);
  const question = near === undefined ? '' : `Did you mean "${near}"? `;
  const known = names.map((name) => `"${name}"`).join(', ');
  throw new MailvetError('input', message('errorTexts.no_such_sheet', { name: wanted }), {
    advice: message('errorTexts.known_sheets', { sheets: known }),
    hint: `${question}Give a name or a number from 1: its sheets are ${known}`,
  });
}

const MAX_TEXT = 1_000_000_000;

/**
 * Rows as CSV: a line for each row of the sheet, blank ones included, so that line numbers are those
 * of the spreadsheet. Short rows are filled up to the width that the first rows have.
 */
async function* sheetCsv(batches: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<Uint8Array> {
  const write = createRowWriter();
  let [text, size] = ['', 0];
  for await (const rows of withFirstTogether(batches)) {
    write.widen(rows);
    for (const row of rows) {
      text += write.row(row);
      if (text.length < PIECE_SIZE) continue;
      size += text.length;
      if (size > MAX_TEXT) throw new OversizedWorkbook('its cells have over 1 GB of text');
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

const PIECE_SIZE = 64 * 1024;

/** A title and a header are among them: enough to know how wide the list is. */
const FIRST_ROWS = 1000;
const FIRST_CELLS = 200_000;

/** The first rows in one batch, the others as they come. */
async function* withFirstTogether(
  batches: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<readonly SheetRow[]> {
  let first: SheetRow[] | undefined = [];
  let cells = 0;
  for await (const rows of batches) {
    if (!first) {
      yield rows;
      continue;
    }
    first.push(...rows);
    cells += rows.reduce((sum, row) => sum + row.cells.length, 0);
    if (first.length < FIRST_ROWS && cells < FIRST_CELLS) continue;
    yield first;
    first = undefined;
  }
  if (first) yield first;
}

/** A byte order mark in the first cell belongs to it, not to the encoding: in quotation marks it stays. */
function keepMark(text: string): string {
  return text.replace(/^\ufeff[^,]*/, '"$&"');
}

function createRowWriter() {
  const line = createLineWriter(',');
  let [width, widest, last] = [0, 0, 0];
  let known = false;
  return {
    widen(rows: readonly SheetRow[]): void {
      if (known) return;
      width = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
      known = true;
    },
    row({ number, cells }: SheetRow): string {
      widest = Math.max(widest, width, cells.length);
      const place = Math.max(number, last + 1);
      checkGrid(place, widest);
      const blank = '\n'.repeat(place - last - 1);
      const text = place === 1 ? keepMark(line(cells)) : line(cells);
      last = place;
      const fillers = ','.repeat(Math.max(width - cells.length, 0));
      return `${blank}${text}${fillers}\n`;
    },
  };
}
