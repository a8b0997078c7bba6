import { type RawBuilder, sql } from 'kysely';
import type { GivenColumn, TextSets } from '../database-parts.ts';

export type UnnestColumn<Row> = GivenColumn<Row>;

/**
 * Rows as a table, with one parameter a column: a statement has the same text for any number of rows,
 * and no limit of parameters.
 */
export function unnest<Row>(
  rows: readonly Row[],
  columns: readonly UnnestColumn<Row>[],
): RawBuilder<unknown> {
  const arrays = columns.map(([, type, of]) => sql`${rows.map(of)}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(arrays)}) as given (${namesOf(columns)})`;
}

/** The names of columns, for `insert into table (…)`. */
export function namesOf<Row>(columns: readonly UnnestColumn<Row>[]): RawBuilder<unknown> {
  return sql.join(columns.map(([name]) => sql.ref(name)));
}

export const TEXT_ARRAYS: TextSets = {
  isAny: (column, texts) => sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`,
  rows: (column, texts) => sql`unnest(${texts}::text[]) as given (${sql.ref(column)})`,
};
