import type { Kysely } from 'kysely';
import { createIndex } from '../create-index.ts';

/** Results of other verifiers, and an index that finds the last verification of an address. */
export async function ledger(db: Kysely<unknown>): Promise<void> {
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
}
