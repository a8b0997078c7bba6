import { type Kysely, sql } from 'kysely';

/** Uploaded lists, and the batches that they are verified in. */
export async function lists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lists')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('form', 'text')
    .addColumn('counts', 'text')
    .addColumn('verdicts', 'text', (column) => column.notNull())
    .addColumn('total_count', 'integer', (column) => column.notNull())
    .addColumn('portions', 'integer', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .addColumn('first_portion', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('waits_for', 'text')
    .addColumn('error', 'text')
    .addColumn('settled', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('lists_of_team').on('lists').columns(['team_id', 'seq']).execute();
  await sql`create index lists_open on lists (seq) where settled = 0`.execute(db);
  await db.schema
    .alterTable('batches')
    .addColumn('list_id', 'text', (column) => column.references('lists.id'))
    .execute();
  await db.schema.alterTable('batches').addColumn('portion', 'integer').execute();
  await db.schema
    .alterTable('batches')
    .addColumn('collected', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // A portion becomes one batch, even when several processes create it at once.
  await sql`
    create unique index batches_of_list on batches (list_id, portion)
    where list_id is not null`.execute(db);
}
