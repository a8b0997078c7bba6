import type { Kysely } from 'kysely';

/** Addresses and domains that teams never want verified, by the team and the text. */
export async function suppressions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('suppressions')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('suppressions_key', ['team_id', 'entry'])
    .execute();
}
