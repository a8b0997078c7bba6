import { asInputError } from '../workbook/errors.ts';
import { openWorkbook } from '../workbook/open-sheet.ts';
import type { SheetBook } from '../workbook/sheet-book.ts';
import { zipEntries } from '../workbook/zip.ts';
import { asListError, entryBytes } from './unpack.ts';

/** A row of a sheet. */
export interface ArchivedRow {
  /** The sheet. */
  readonly entry: string;
  /** From 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A file of an archive. */
interface ArchivedFile {
  readonly entry: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * All that is in an archive: the rows of a workbook's sheets, hidden ones included, and every file that has no cells.
 * Throws `input` for one that is damaged, or of which more than `maxBytes` would come. What is encrypted is left out.
 */
export async function* openArchive(
  name: string,
  archive: Buffer,
  maxBytes: number,
): AsyncGenerator<ArchivedRow | ArchivedFile> {
  try {
    const book = await openWorkbook(archive);
    if (book) yield* bookRows(name, book);
    let left = maxBytes;
    for (const entry of zipEntries(archive)) {
      if (entry.encrypted || (book && CELLS.test(entry.name))) continue;
      yield { entry: entry.name, chunks: entryBytes(name, archive, { entry, maxBytes: left }) };
      left = Math.max(0, left - entry.size);
    }
  } catch (error) {
    throw asListError(name, error);
  }
}

/** Parts of a workbook that its cells, or nobody's texts, are in. */
const CELLS =
  /(?:^|\/)(?:worksheets\/[^/]+\.xml|sharedStrings\.xml|styles\.xml|content\.xml)$|\/theme\//i;

async function* bookRows(name: string, book: SheetBook): AsyncGenerator<ArchivedRow> {
  try {
    for (const sheet of book.sheets) {
      for await (const rows of book.rows(sheet)) {
        for (const { number, cells } of rows) yield { entry: sheet.name, row: number, cells };
      }
    }
  } catch (error) {
    throw asInputError(name, error);
  }
}
