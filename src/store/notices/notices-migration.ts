import { type Kysely, sql } from 'kysely';
import { createIndex } from '../create-index.ts';

/** Mails to people about lists, what people chose of them, and the formats of webhooks. */
export async function notices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('webhooks')
    .addColumn('format', 'text', (column) => column.notNull().defaultTo('standard'))
    .execute();
  await db.schema
    .alterTable('people')
    .addColumn('notices', 'text', (column) => column.notNull().defaultTo('own'))
    .execute();
  await db.schema.alterTable('people').addColumn('zone', 'text').execute();
  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create index notices_due on notices (next_at) where next_at is not null`.execute(db);
  await createIndex(db, 'notices_of_person', 'notices', ['person_id', 'created_at']);
}
