import { OversizedWorkbook } from './errors.ts';
import { readNumberFormats } from './number-formats.ts';
import { openPackage } from './package.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';
import { MAX_CELL_LENGTH, sheetRows } from './sheet-rows.ts';
import { readStrings } from './string-table.ts';

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
