import { cutPlainCsv } from '../read/plain-csv.ts';
import { isBlank, type ListRecord } from '../read/record.ts';
import { looksLikeAddress } from './address-like.ts';
import { headerRank } from './header-names.ts';

/** Records among which a header is looked for. */
const MAX_TITLE_RECORDS = 25;

/**
 * The physical line of the header, where lines of a title stand above it, as in exports of LinkedIn
 * and of CRMs; undefined where the first line is the header or a row.
 *
 * A header below a title has more cells than any line above it. It names the e-mail column, or it is
 * a full row below a first line of a single cell.
 */
export function findHeaderBelowTitle(sample: string, delimiter: string): number | undefined {
  const records = cutPlainCsv({ text: sample, delimiter, line: 1, last: true }).records;
  const filled = records.filter((record) => !isBlank(record) && countFilled(record) > 0);
  const firstRow = filled.findIndex(({ cells }) => cells.some(looksLikeAddress));
  const above = filled.slice(0, Math.min(firstRow === -1 ? 0 : firstRow, MAX_TITLE_RECORDS));
  const [first] = above;
  if (!first || isHeader(first)) return undefined;
  const row = filled[firstRow];
  const at = above.findIndex(
    (record, index) => index > 0 && isBelowTitle(record, above.slice(0, index), row),
  );
  return above[at]?.line;
}

/** True for a first line that names the e-mail column: no title. */
function isHeader(record: ListRecord): boolean {
  const rank = rankOf(record);
  return rank === 2 || (rank === 1 && countFilled(record) > 1);
}

function isBelowTitle(
  record: ListRecord,
  title: readonly ListRecord[],
  row: ListRecord | undefined,
): boolean {
  const size = countFilled(record);
  const widest = Math.max(...title.map(countFilled));
  if (record.cells.some((cell) => cell.includes('@'))) return false;
  const rank = rankOf(record);
  if (rank > 0 && size > widest) return true;
  if (record.cells.length === 1) return rank === 2;
  const isFull = size === record.cells.length && size === new Set(record.cells).size;
  const [first] = title;
  const hasTitle = first !== undefined && countFilled(first) === 1;
  return hasTitle && size > widest && isFull && row?.cells.length === size;
}

function rankOf({ cells }: ListRecord): number {
  return Math.max(...cells.map(headerRank));
}

function countFilled({ cells }: ListRecord): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
