import { sql } from 'kysely';
import type { GivenRows, TextSets } from '../database-parts.ts';

/** A parameter of SQLite can be no array: the texts are one JSON array. */
export const JSON_ARRAYS: TextSets = {
  isAny: (column, texts) =>
    sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`,
  rows: (column, texts) =>
    sql`(select value as ${sql.ref(column)} from json_each(${JSON.stringify(texts)})) as given`,
};

/** A parameter of SQLite can be no array: the rows are one JSON array. */
export const givenRows: GivenRows = (rows, columns) => {
  const values = rows.map((row) => columns.map(([, , of]) => of(row)));
  const named = columns.map(
    ([name], at) => sql`json_extract(value, ${sql.raw(`'$[${at}]'`)}) as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(named)} from json_each(${JSON.stringify(values)})) as given`;
};
