import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** What was read whole: a team's keys, the storage of its lists, and what each sweep looks for. */
export async function indexesOfReads(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'api_keys_of_team', 'api_keys', ['team_id']);
  await createIndex(db, 'lists_by_size', 'lists', ['team_id', 'size']);
  await createIndex(db, 'lists_by_status', 'lists', ['status', 'created_at']);
  await sql`
    create index batches_by_time on batches (created_at) where list_id is null`.execute(db);
  await sql`
    create index webhook_deliveries_ended on webhook_deliveries (created_at)
    where status <> 'pending'`.execute(db);
}
