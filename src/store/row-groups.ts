/**
 * Cuts rows into groups of 100, of 10 and of one: many rows in one statement cost less than one
 * each, and with these three sizes there are three texts to prepare, however many rows come.
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

/** `insert into … values (…), (…)`, from the beginning and one row's parentheses. */
export function insertOf(into: string, row: string, count: number): string {
  return `insert into ${into} values ${Array(count).fill(row).join(', ')}`;
}
