import type { Kysely } from 'kysely';

/** The names and logos that teams have for their readers. A logo is in base64, so that every copy has it. */
export async function brands(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('team_brands')
    .addColumn('team_id', 'text', (column) => column.primaryKey().references('teams.id'))
    .addColumn('name', 'text')
    .addColumn('logo_type', 'text')
    .addColumn('logo', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
