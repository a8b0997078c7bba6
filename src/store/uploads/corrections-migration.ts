import type { Kysely } from 'kysely';

/** What teams decided about typing errors; no address of theirs where the error is rejected. */
export async function corrections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('corrections')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('typed', 'text', (column) => column.notNull())
    .addColumn('meant', 'text')
    .addColumn('decided_by', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('corrections_key', ['team_id', 'typed'])
    .execute();
}
