import type { Kysely } from 'kysely';

/** Which process sees to a list, and until when; `leases` counts how often that became another. */
export async function listLeases(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('holder', 'text').execute();
  for (const [name, type] of [
    ['held_until', 'bigint'],
    ['leases', 'integer'],
  ] as const) {
    await db.schema
      .alterTable('lists')
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
