import { type Kysely, sql } from 'kysely';
import { createIndex } from '../create-index.ts';

/** Webhooks, the messages to them, and the quotas whose end was announced. */
export async function webhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('overlap_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .execute();
  await createIndex(db, 'webhooks_of_team', 'webhooks', ['team_id']);
  await deliveries(db);
  await db.schema
    .createTable('quota_notices')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('quota', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('quota_notices_key', ['team_id', 'month', 'quota'])
    .execute();
}

async function deliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('attempted_at', 'bigint')
    .addColumn('took', 'bigint')
    .addColumn('answer', 'integer')
    .addColumn('error', 'text')
    .execute();
  await createIndex(db, 'webhook_deliveries_of_webhook', 'webhook_deliveries', [
    'webhook_id',
    'seq',
  ]);
  await sql`
    create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_at)
    where status = 'pending'`.execute(db);
}

/** Failing webhooks rest, and their messages are found in the order in which they are sent. */
export async function restsOfWebhooks(db: Kysely<unknown>): Promise<void> {
  for (const column of ['failures', 'retry_at']) {
    await db.schema
      .alterTable('webhooks')
      .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
      .execute();
  }
  await sql`drop index webhook_deliveries_open`.execute(db);
  await sql`
    create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_at, seq)
    where status = 'pending'`.execute(db);
}
