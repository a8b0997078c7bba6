import { sql } from 'kysely';
import type { TextSets } from '../database-parts.ts';

export const TEXT_ARRAYS: TextSets = {
  isAny: (column, texts) => sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`,
  rows: (column, texts) => sql`unnest(${texts}::text[]) as given (${sql.ref(column)})`,
};
