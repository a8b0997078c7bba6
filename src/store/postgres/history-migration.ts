import { type Kysely, sql } from 'kysely';

/** A check of each entry would cost more than its row; entries are written and deleted with their batch alone. */
export async function uncheckedEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entries').dropConstraint('entries_batch_id_fkey').execute();
}

/** The history by months of `at`, each a table of its own (partitions.ts). */
export async function historyByMonth(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence verifications_seq`.execute(db);
  await sql`
    create table verifications (
      seq bigint not null default nextval('verifications_seq'),
      team_id text collate "C" not null,
      batch_id text collate "C",
      email text collate "C" not null,
      facts text collate "C" not null,
      decided bigint not null,
      reason text collate "C" not null,
      at bigint not null
    ) partition by range (at)`.execute(db);
  await sql`create index verifications_of_team on verifications (team_id, seq)`.execute(db);
}

/** The order of pages and searches, which SQLite has by its row numbers. */
export async function historyByPosition(db: Kysely<unknown>): Promise<void> {
  await sql`create index verifications_by_time on verifications (team_id, at, seq)`.execute(db);
}
