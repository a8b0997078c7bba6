import { type Kysely, sql } from 'kysely';

/** When the undecided addresses of a list are checked again by themselves. */
export async function listRetries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('retry_at', 'bigint').execute();
  await db.schema.alterTable('lists').addColumn('retries', 'text').execute();
  await sql`create index lists_to_retry on lists (retry_at) where retry_at is not null`.execute(db);
}
