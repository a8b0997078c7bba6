import type { Kysely } from 'kysely';

/** The policies of teams, as they were written. */
export async function policies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_policies')
    .addColumn('team_id', 'text', (column) => column.primaryKey().references('teams.id'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
