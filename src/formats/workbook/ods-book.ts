import { isoDateText, numberText } from './cell-text.ts';
import { BrokenWorkbook } from './errors.ts';
import { unpackBounded } from './package.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import {
  checkGrid,
  LAST_COLUMN,
  LAST_ROW,
  MAX_CELL_LENGTH,
  MAX_ROW_LENGTH,
  oversized,
  type SheetRow,
} from './sheet-rows.ts';
import { MAX_PART } from './xlsx-book.ts';
import { readXml, xmlSlices } from './xml.ts';
import { zipEntries } from './zip.ts';

/** Opens an OpenDocument spreadsheet (.ods, ISO/IEC 26300): its sheets are tables of one part. */
export async function openOds(archive: Buffer): Promise<SheetBook> {
  const entry = zipEntries(archive).find(({ name }) => name === 'content.xml');
  if (!entry) throw new BrokenWorkbook('it has no content');
  const read = () => unpackBounded(archive, entry, MAX_PART);
  const sheets = await readTables(read());
  return { sheets, rows: (sheet) => tableRows(read(), sheets.indexOf(sheet)) };
}

type Attribute = (name: string) => string | undefined;

/** The names of the tables, and whether their style hides them. */
async function readTables(bytes: AsyncIterable<Buffer>): Promise<BookSheet[]> {
  const sheets: BookSheet[] = [];
  const hidden = new Set<string | undefined>();
  let style: string | undefined;
  await readXml(bytes, {
    open(name, attribute) {
      if (name === 'style') style = attribute('*:name');
      else if (name === 'table-properties' && attribute('*:display') === 'false') hidden.add(style);
      else if (name === 'table') {
        const isHidden = hidden.has(attribute('*:style-name') ?? '');
        sheets.push({ name: attribute('table:name') ?? '', hidden: isHidden });
      }
    },
  });
  return sheets;
}

async function* tableRows(
  bytes: AsyncIterable<Buffer>,
  index: number,
): AsyncGenerator<readonly SheetRow[]> {
  const reader = new TableReader(index);
  for await (const _ of xmlSlices(bytes, reader)) {
    const rows = reader.rows.splice(0);
    for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH);
    if (reader.isDone) return;
  }
}

/** One element may be a million rows. */
const BATCH = 1000;

/** Elements in a cell whose text is not the cell's. */
const ASIDE = new Set(['annotation', 'ruby-text', 'title', 'desc']);

/** Reads one table. Rows and cells that repeat are written once, with their number. */
class TableReader {
  readonly rows: SheetRow[] = [];
  isDone = false;
  readonly #wanted: number;
  #table = -1;
  #row = 0;
  #rowRepeats = 1;
  #cells: string[] = [];
  #column = 0;
  #rowLength = 0;
  #cellRepeats = 1;
  #value: ((shown: string) => string) | undefined;
  #text = '';
  #paragraphs = 0;
  #inParagraph = 0;
  #aside = 0;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  open(name: string, attribute: Attribute): void {
    if (name === 'table') this.#table++;
    if (this.#table !== this.#wanted || this.isDone) return;
    if (name === 'table-row') this.#openRow(attribute);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attribute);
    else if (this.#value) this.#openInCell(name, attribute);
  }

  text(piece: string): void {
    if (this.#value && this.#inParagraph > 0 && this.#aside === 0) this.#text += piece;
  }

  close(name: string): void {
    if (this.#table !== this.#wanted) return;
    if (name === 'table') this.isDone = true;
    else if (name === 'table-row') this.#closeRow();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (ASIDE.has(name) && this.#aside > 0) this.#aside--;
    else if (name === 'p' && this.#aside === 0 && this.#inParagraph > 0) this.#inParagraph--;
  }

  #openRow(attribute: Attribute): void {
    this.#rowRepeats = repeats(attribute('table:number-rows-repeated'));
    [this.#cells, this.#column, this.#rowLength] = [[], 0, 0];
  }

  #openCell(attribute: Attribute): void {
    this.#cellRepeats = repeats(attribute('table:number-columns-repeated'));
    this.#value = valueReader(attribute);
    [this.#text, this.#paragraphs, this.#inParagraph, this.#aside] = ['', 0, 0, 0];
  }

  #openInCell(name: string, attribute: Attribute): void {
    if (ASIDE.has(name)) this.#aside++;
    if (this.#aside > 0) return;
    if (name === 'p') {
      if (this.#paragraphs++ > 0) this.#text += '\n';
      this.#inParagraph++;
    } else if (name === 's') this.#text += ' '.repeat(repeats(attribute('text:c')));
    else if (name === 'tab') this.#text += '\t';
    else if (name === 'line-break') this.#text += '\n';
    if (this.#text.length > MAX_CELL_LENGTH) throw oversized(this.#row + 1);
  }

  #closeCell(): void {
    const text = this.#value?.(this.#text) ?? '';
    this.#value = undefined;
    const from = this.#column;
    this.#column += this.#cellRepeats;
    if (text === '') return;
    this.#rowLength += text.length * this.#cellRepeats;
    if (text.length > MAX_CELL_LENGTH || this.#rowLength > MAX_ROW_LENGTH)
      throw oversized(this.#row + 1);
    if (this.#column > LAST_COLUMN) throw new BrokenWorkbook(`column ${this.#column}`);
    while (this.#cells.length < from) this.#cells.push('');
    for (let count = 0; count < this.#cellRepeats; count++) this.#cells.push(text);
  }

  #closeRow(): void {
    const first = this.#row + 1;
    this.#row += this.#rowRepeats;
    if (this.#cells.length === 0) return;
    if (this.#row > LAST_ROW) throw new BrokenWorkbook(`row ${this.#row}`);
    checkGrid(this.#row, this.#cells.length);
    for (let number = first; number <= this.#row; number++) {
      this.rows.push({ number, cells: this.#cells });
    }
  }
}

function repeats(count: string | undefined): number {
  const number = Number(count ?? 1);
  if (!(number >= 1 && number <= LAST_ROW)) throw new BrokenWorkbook(`${count} repetitions`);
  return number;
}

/** What a cell comes as: its value as in a workbook of Excel, or the text that it shows. */
function valueReader(attribute: Attribute): (shown: string) => string {
  const type = attribute('office:value-type');
  const value = attribute('office:value') ?? '';
  if (type === 'float' || type === 'currency' || type === 'percentage') {
    return (shown) => (isFilledUp(shown, value) ? shown : numberText(value, undefined, false));
  }
  const date = attribute('office:date-value');
  if (type === 'date' && date !== undefined) return () => isoDateText(date);
  const time = attribute('office:time-value');
  if (type === 'time' && time !== undefined) return () => timeText(time);
  const boolean = attribute('office:boolean-value');
  if (type === 'boolean' && boolean !== undefined) return () => boolean.toUpperCase();
  return (shown) => shown;
}

/** `01067` for 1067: a format of zeros, as of postcodes. */
function isFilledUp(shown: string, value: string): boolean {
  return /^0\d+$/.test(shown) && Number(shown) === Number(value);
}

/** `PT09H30M00S` as `09:30:00`. */
function timeText(time: string): string {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)(?:\.\d+)?S$/.exec(time) ?? [];
  return hours === undefined ? time : [hours, minutes, seconds].join(':');
}
