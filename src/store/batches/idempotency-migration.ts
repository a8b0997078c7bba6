import { type Kysely, sql } from 'kysely';

/** Requests with an Idempotency-Key, each with its answer or the batch that it became. */
export async function idempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text')
    .addColumn('batch_id', 'text', (column) => column.references('batches.id'))
    .addColumn('email', 'text')
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['team_id', 'key'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_by_end')
    .on('idempotency_keys')
    .column('expires_at')
    .execute();
  await sql`
    create index idempotency_keys_of_batch on idempotency_keys (batch_id)
    where batch_id is not null`.execute(db);
}
