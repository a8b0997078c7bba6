import type { Kysely } from 'kysely';

/** By which policy the verdicts of a list are counted; empty: as the service judges. */
export async function judgedBy(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('lists')
    .addColumn('judged_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
