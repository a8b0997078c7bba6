import { sql } from 'kysely';
import type { TextSets } from '../database-parts.ts';

/** A parameter of SQLite can be no array: the texts are one JSON array. */
export const JSON_ARRAYS: TextSets = {
  isAny: (column, texts) =>
    sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`,
  rows: (column, texts) =>
    sql`(select value as ${sql.ref(column)} from json_each(${JSON.stringify(texts)})) as given`,
};
