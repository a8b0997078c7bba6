import { type Kysely, sql } from 'kysely';
import type { ListPortion } from '../../service/ports.ts';
import type { Tables } from '../tables.ts';

/** Whether this is the portion of a running list that is to be sent next. */
export async function isDue(
  trx: Kysely<Tables>,
  teamId: string,
  { listId, portion, claim }: ListPortion,
): Promise<boolean> {
  const row = await trx
    .selectFrom('lists')
    .select('id')
    .where('id', '=', listId)
    .where('team_id', '=', teamId)
    .where('status', '=', 'running')
    .where('sent', '=', portion - 1)
    // Not while a retry divides it.
    .where('settled', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && (claim === undefined || (await isClaimed(trx, listId, claim)));
}

/** No other node sees to the list now: it might have divided the portion since this one read it. */
async function isClaimed(trx: Kysely<Tables>, listId: string, claim: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from shared_lists where list_id = ${listId} and claims = ${claim} for share`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Inside the transaction that creates its batch: neither is there without the other. */
export async function notePortion(
  trx: Kysely<Tables>,
  { listId, portion }: ListPortion,
): Promise<void> {
  const query = trx.updateTable('lists').set({ sent: portion, waits_for: null });
  await query.where('id', '=', listId).execute();
}
