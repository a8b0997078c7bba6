import { MailvetError } from '../../errors.ts';
import { closestWord } from '../../lib/did-you-mean.ts';
import { looksLikeAddress } from '../inspect/address-like.ts';
import type { BookSheet, SheetBook } from './sheet-book.ts';

interface ChosenSheet {
  readonly sheet: BookSheet;
  /** Other visible sheets that hold addresses. */
  readonly others: readonly string[];
}

/**
 * The sheet that was asked for by its name, or by its number among the visible ones; else the
 * visible one with most addresses in its first rows. Undefined where there is none at all.
 *
 * Throws `input` for a name or a number that no sheet has.
 */
export async function chooseSheet(
  book: SheetBook,
  wanted: string | undefined,
): Promise<ChosenSheet | undefined> {
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
  throw new MailvetError('input', `the workbook has no sheet "${wanted}"`, {
    hint: `${question}Give a name or a number from 1: its sheets are ${known}`,
  });
}
