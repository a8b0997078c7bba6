import { type Kysely, sql } from 'kysely';

/** Lists that are verified again every so many days, and their rounds. */
export async function watches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('list_watches')
    .addColumn('list_id', 'text', (column) => column.primaryKey().references('lists.id'))
    .addColumn('days', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('look_at', 'bigint', (column) => column.notNull())
    .addColumn('waits_for', 'text')
    .addColumn('due', 'integer')
    .execute();
  await db.schema.createIndex('list_watches_due').on('list_watches').column('look_at').execute();
  await db.schema
    .createTable('list_rounds')
    .addColumn('list_id', 'text', (column) => column.notNull().references('lists.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('first_portion', 'integer')
    .addColumn('last_portion', 'integer')
    .addColumn('checked', 'integer', (column) => column.notNull())
    .addColumn('worse', 'integer')
    .addColumn('better', 'integer')
    .addColumn('other', 'integer')
    .addColumn('was_status', 'text', (column) => column.notNull())
    .addColumn('was_started_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('list_rounds_key', ['list_id', 'started_at'])
    .execute();
  await sql`create index list_rounds_open on list_rounds (list_id) where ended_at is null`.execute(
    db,
  );
}
