import { ADDRESS_HEADER, type ListPlan } from '../plan.ts';
import { cutPlainCsv } from '../read/plain-csv.ts';
import type { ResultColumn } from './output.ts';

/** The names of the list's own columns; undefined for CSV without a header. */
export function ownNames(plan: ListPlan): readonly string[] | undefined {
  return plan.format === 'lines' ? [ADDRESS_HEADER] : (plan.header ?? undefined);
}

/** The names of the added columns; one that the list has already (in any case) gets a prefix. */
export function addedNames(
  header: readonly string[] | undefined,
  columns: readonly ResultColumn[],
): string[] {
  const plain = (name: string) => name.trim().toLowerCase();
  const taken = new Set(header?.map(plain));
  return columns.map((column) => {
    let name: string = column;
    while (taken.has(plain(name))) name = `mailvet_${name}`;
    return name;
  });
}

/** Cells filled up to a width. */
export function filled(cells: readonly string[], width: number): string[] {
  return Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '');
}

/** The text above the header without Excel's `sep=` line, which is about a delimiter alone. */
function preambleText({ head }: ListPlan): string {
  return head.preamble.replace(/^"?sep=.?"?(?:\r\n|\n|\r)/i, '');
}

/** The same as rows of cells. */
export function preambleRows(plan: ListPlan): (readonly string[])[] {
  const text = preambleText(plan);
  const { records, end } = cutPlainCsv({ text, delimiter: plan.delimiter, line: 1, last: true });
  const rest = text.slice(end);
  return [...records.map(({ cells }) => cells), ...(rest === '' ? [] : [[rest]])];
}
