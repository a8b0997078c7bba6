import { CompiledQuery } from 'kysely';
import type { InsertEntries } from '../database-parts.ts';
import { entryInserts } from './per-address/entry-rows.ts';

export const insertEntries: InsertEntries = async (trx, { id, entries }) => {
  for (const { sql, values } of entryInserts(id, entries)) {
    await trx.executeQuery(CompiledQuery.raw(sql, [...values]));
  }
};
