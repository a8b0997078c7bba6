import { sql } from 'kysely';
import type { BatchRecord, Page } from '../../service/records.ts';
import {
  type Counted,
  conditionOf,
  inFineBlock,
  stepsInBlock,
  withFineBlock,
} from '../block-counts/blocks.ts';
import type { DatabaseParts, Row } from '../database-parts.ts';
import { type BatchColumns, toBatch } from '../rows.ts';

interface TeamBatches {
  readonly teamId: string;
  readonly counted: Counted;
}

/**
 * A page of a team's batches, newest first: one statement, so that counts and batches fit each other. The first is
 * read at once, without a thread: those who wait for a batch ask for it again and again.
 */
export async function batchesPage(
  { db, readAside }: Pick<DatabaseParts, 'db' | 'readAside'>,
  { teamId, counted }: TeamBatches,
  { limit, skip }: Page,
): Promise<BatchRecord[]> {
  const own = sql`from batches where team_id = ${teamId} and ${sql.raw(conditionOf(counted) ?? 'true')}`;
  const newest = sql`order by seq desc`;
  const first = sql`${withFineBlock(counted, { teamId, skip })}, first_row as (
      select seq ${own} and ${inFineBlock(counted)} ${newest} limit 1 offset ${stepsInBlock(skip)}
    )`;
  const columns = sql`select id, status, total_count, processed_count, created_at ${own}`;
  const rows =
    skip === 0
      ? (await sql<Row>`${columns} ${newest} limit ${limit}`.execute(db)).rows
      : await readAside(
          sql`${first} ${columns} and seq <= (select seq from first_row) ${newest} limit ${limit}`,
        );
  return rows.map((row) => toBatch(row as unknown as BatchColumns));
}
