/**
 * Cuts rows into groups of 100, 10 and 1: one statement with many rows is faster than one per row,
 * and with three sizes only three statements have to be prepared.
 */
export function rowGroups<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const groups: (readonly Row[])[] = [];
  let start = 0;
  for (const size of SIZES) {
    for (; start + size <= rows.length; start += size) groups.push(rows.slice(start, start + size));
  }
  return groups;
}

const SIZES = [100, 10, 1];

/** Builds `insert into … values (…), (…)` from the table's part and one row's parentheses. */
export function buildInsert(into: string, row: string, count: number): string {
  return `insert into ${into} values ${Array(count).fill(row).join(', ')}`;
}
