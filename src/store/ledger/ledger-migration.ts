import type { Kysely } from 'kysely';
import { createIndex } from '../create-index.ts';
import { IMPORTS_MEASURE } from '../storage/measures.ts';
import { type Database, measureRows } from '../storage/storage-migration.ts';

/** Results of other verifiers, and an index that finds the last verification of an address. */
export function ledger(database: Database): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    await db.schema
      .createTable('imports')
      .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('checked_at', 'bigint')
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('imports_key', ['team_id', 'address', 'source'])
      .execute();
    await createIndex(db, 'imports_of_address', 'imports', ['address']);
    await createIndex(db, 'imports_by_age', 'imports', ['imported_at']);
    await createIndex(db, 'verifications_of_address', 'verifications', ['team_id', 'email', 'at']);
    await measureRows(db, database, IMPORTS_MEASURE);
  };
}
