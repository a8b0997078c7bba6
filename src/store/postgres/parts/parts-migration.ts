import { type Kysely, sql } from 'kysely';

/**
 * The parts of batches that are open, and whose turn it is in their lanes. pg-boss keeps the jobs, in
 * tables of its own.
 */
export async function batchParts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table batch_parts (
      id text collate "C" primary key,
      batch_id text collate "C" not null references batches (id) on delete cascade,
      team_id text collate "C" not null,
      lane text collate "C" not null,
      work text collate "C" not null,
      positions bigint[],
      tries text collate "C",
      turn bigint not null,
      job_id uuid not null,
      not_before timestamptz not null,
      failures bigint not null default 0,
      claim text collate "C" unique,
      owner text collate "C",
      renewed_at timestamptz
    )`.execute(db);
  await sql`create index batch_parts_of_batch on batch_parts (batch_id)`.execute(db);
  await sql`create index batch_parts_by_owner on batch_parts (owner) where owner is not null`.execute(
    db,
  );
  await sql`
    create index batch_parts_waiting on batch_parts (lane, not_before) where owner is null`.execute(
    db,
  );
  await sql`create index batch_parts_turns on batch_parts (lane, turn) where owner is null`.execute(
    db,
  );
  await sql`
    create table lane_turns (
      lane text collate "C" not null,
      team_id text collate "C" not null,
      turn bigint not null,
      primary key (lane, team_id)
    )`.execute(db);
}
