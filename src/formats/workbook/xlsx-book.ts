import type { NumberFormat } from './cell-text.ts';
import { OversizedWorkbook } from './errors.ts';
import { openPackage } from './package.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import { MAX_CELL_LENGTH, sheetRows } from './sheet-rows.ts';
import { readStrings } from './string-table.ts';
import { readXml } from './xml.ts';

/** Bytes of a part, unpacked: a million rows of ten columns have half of it. */
export const MAX_PART = 1_000_000_000;
const MAX_STYLES = 20_000_000;
const MAX_STRINGS = 150_000_000;

/** Opens an Office Open XML workbook (.xlsx, .xlsm). */
export async function openXlsx(archive: Buffer): Promise<SheetBook> {
  const { sheets, sharedStrings, styles, from1904, read } = await openPackage(archive);
  const paths = new Map<BookSheet, string>(sheets.map((sheet) => [sheet, sheet.path]));
  // Both are the same for every sheet, and are read when the first one is.
  let context: Promise<Parameters<typeof sheetRows>[1]> | undefined;
  async function readContext() {
    const strings = await readStrings(read(sharedStrings, MAX_PART), checkStrings);
    return { strings, formats: await readNumberFormats(read(styles, MAX_STYLES)), from1904 };
  }
  return {
    sheets,
    async *rows(sheet) {
      context ??= readContext();
      yield* sheetRows(read(paths.get(sheet), MAX_PART), await context);
    },
  };
}

function checkStrings(length: number, total: number): void {
  const max = MAX_CELL_LENGTH.toLocaleString('en');
  if (length > MAX_CELL_LENGTH) throw new OversizedWorkbook(`a text has over ${max} characters`);
  if (total > MAX_STRINGS) throw new OversizedWorkbook('its texts take over 150 MB');
}

/** The format of each cell style, by its index; undefined for those that show a number as it is. */
async function readNumberFormats(
  styles: AsyncIterable<Buffer>,
): Promise<readonly (NumberFormat | undefined)[]> {
  const codes = new Map<number, NumberFormat | undefined>();
  const formats: (NumberFormat | undefined)[] = [];
  let inCells = false;
  await readXml(styles, {
    open(name, attribute) {
      if (name === 'numFmt') {
        codes.set(Number(attribute('numFmtId')), toNumberFormat(attribute('formatCode') ?? ''));
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        formats.push(codes.has(id) ? codes.get(id) : builtIn(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** ECMA-376 part 1, 18.8.30: formats of dates that every program knows by number. */
const DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

function builtIn(id: number): NumberFormat | undefined {
  return DATES.some(([first, last]) => id >= first && id <= last) ? 'date' : undefined;
}

/** Texts, escaped characters, colours and conditions of a format; `[h]` is a part of a date. */
const LITERALS = /"[^"]*"?|\\.|[_*].|\[(?![hms]+\])[^\]]*\]?/gi;

/** In characters: Excel's own bound. */
const MAX_CODE_LENGTH = 255;

function toNumberFormat(code: string): NumberFormat | undefined {
  if (/^0{2,}$/.test(code)) return code.length;
  const [first = ''] = code.slice(0, MAX_CODE_LENGTH).replace(LITERALS, '').split(';');
  return /[ymdhs]/i.test(first) && !/general/i.test(first) ? 'date' : undefined;
}
