import type { Kysely } from 'kysely';

/** What was not charged since it could not be decided, which teams are charged for it, and warnings of quotas. */
export async function unknownCharges(db: Kysely<unknown>): Promise<void> {
  const count = (table: 'teams' | 'usage', name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  await count('teams', 'charges_unknown');
  await count('usage', 'given_back');
  await db.schema
    .createTable('quota_warnings')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('quota', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_warnings_key', ['team_id', 'month', 'quota'])
    .execute();
}
