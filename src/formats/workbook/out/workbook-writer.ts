import { MailvetError } from '../../../errors.ts';
import { message } from '../../../i18n/message.ts';
import { MAX_ZIP_SIZE, ZipWriter } from '../../../lib/zip-writer.ts';
import type { Cell } from './cell.ts';
import { firstParts, lastParts, type Part, type WrittenSheet, XML_DECLARATION } from './parts.ts';
import { LAST_COLUMN, SheetWriter } from './sheet.ts';

interface WorkbookLayout {
  /** The rows above the data, the header last. They stand on top of every sheet of rows. */
  readonly head: readonly (readonly Cell[])[];
  /** Whether the last row of `head` names the columns: it is frozen then, and has a filter. */
  readonly hasHeader: boolean;
}

/** The name of the sheet with the rows; a list that is too long for one has `Results 2`, … too. */
const ROWS = 'Results';
const SUMMARY = 'Summary';

/** Characters of XML that are gathered before they are packed. */
const PIECE_SIZE = 128 * 1024;

/**
 * An .xlsx workbook as a stream: rows go in, bytes come out, and little more than a piece is held.
 *
 * Throws `input` where the workbook can't hold the list: too many columns, or over 4 GB packed.
 */
export class WorkbookWriter {
  readonly #layout: WorkbookLayout;
  // The format knows no date before 1980, and none is needed: equal rows make equal files.
  readonly #zip = new ZipWriter(new Date(1980, 0, 1));
  readonly #sheets: WrittenSheet[] = [];
  #sheet: SheetWriter;
  /** Sheets that are full, and not packed yet. */
  #full: SheetWriter[] = [];
  #isOpen = false;

  constructor(layout: WorkbookLayout) {
    checkWidth(Math.max(0, ...layout.head.map(({ length }) => length)));
    this.#layout = layout;
    this.#sheet = this.#newSheet();
  }

  add(cells: readonly Cell[]): void {
    if (this.#sheet.isFull()) {
      this.#full.push(this.#sheet);
      this.#sheet = this.#newSheet();
    }
    this.#sheet.add(cells);
  }

  /** An empty row. */
  skip(): void {
    this.add([]);
  }

  /** True where `take` has a piece to return. */
  isFull(): boolean {
    return this.#full.length > 0 || this.#sheet.pending >= PIECE_SIZE;
  }

  /** The bytes that are ready. */
  async take(): Promise<Uint8Array> {
    for (const sheet of this.#full.splice(0)) await this.#close(sheet);
    if (this.#sheet.pending > 0) await this.#pack(this.#sheet.take());
    if (this.#zip.size > MAX_ZIP_SIZE) throw tooLarge();
    return this.#zip.take();
  }

  /** Ends the workbook with the rows of the summary's sheet, if there is to be one. */
  async end(summary?: readonly (readonly Cell[])[]): Promise<void> {
    for (const sheet of [...this.#full.splice(0), this.#sheet]) await this.#close(sheet);
    if (summary) {
      const sheet = new SheetWriter({ head: summary, hasHeader: false, isSelected: false });
      await this.#close(sheet, SUMMARY);
    }
    await this.#packParts(lastParts(this.#sheets));
    await this.#zip.end();
  }

  #newSheet(): SheetWriter {
    const isSelected = this.#sheets.length === 0 && this.#full.length === 0;
    return new SheetWriter({ ...this.#layout, isSelected });
  }

  async #close(sheet: SheetWriter, name = this.#rowsName()): Promise<void> {
    await this.#pack(sheet.end());
    const file = `sheet${this.#sheets.length + 1}.xml`;
    this.#sheets.push({ name, file, filter: sheet.range('$') });
    this.#isOpen = false;
  }

  #rowsName(): string {
    return this.#sheets.length === 0 ? ROWS : `${ROWS} ${this.#sheets.length + 1}`;
  }

  async #pack(xml: string): Promise<void> {
    if (this.#zip.size === 0) await this.#packParts(firstParts());
    const declaration = this.#isOpen ? '' : XML_DECLARATION;
    if (!this.#isOpen) {
      await this.#zip.begin(`xl/worksheets/sheet${this.#sheets.length + 1}.xml`);
    }
    this.#isOpen = true;
    await this.#zip.write(Buffer.from(declaration + xml));
  }

  async #packParts(parts: readonly Part[]): Promise<void> {
    for (const [path, xml] of parts) {
      await this.#zip.begin(path);
      await this.#zip.write(Buffer.from(XML_DECLARATION + xml));
    }
  }
}

/** Throws `input` where so many columns are more than a workbook has. */
export function checkWidth(width: number): void {
  if (width <= LAST_COLUMN) return;
  throw new MailvetError(
    'input',
    message('errorTexts.workbook_width', { most: LAST_COLUMN, width }),
    {
      advice: message('errorTexts.download_csv'),
      hint: ['Write them to a .csv file: ', { code: 'csv_output' }],
    },
  );
}

function tooLarge(): MailvetError {
  return new MailvetError('input', message('errorTexts.workbook_size'), {
    advice: message('errorTexts.download_csv'),
    hint: ['Write the results to a .csv file: ', { code: 'csv_output' }],
  });
}
