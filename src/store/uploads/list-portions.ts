import type { Kysely } from 'kysely';
import type { ListPortion } from '../../service/ports.ts';
import type { Tables } from '../tables.ts';

/** Whether this is the portion of a running list that is to be sent next. */
export async function isDue(
  trx: Kysely<Tables>,
  teamId: string,
  { listId, portion, lease }: ListPortion,
): Promise<boolean> {
  const query = trx
    .selectFrom('lists')
    .select('id')
    .where('id', '=', listId)
    .where('team_id', '=', teamId)
    .where('status', '=', 'running')
    .where('sent', '=', portion - 1)
    // Not while a retry divides it.
    .where('settled', '=', 0)
    .forUpdate();
  // Another process may have divided the portion since this one read it.
  const held = lease === undefined ? query : query.where('leases', '=', lease);
  return (await held.executeTakeFirst()) !== undefined;
}

/** Inside the transaction that creates its batch: neither is there without the other. */
export async function notePortion(
  trx: Kysely<Tables>,
  { listId, portion }: ListPortion,
): Promise<void> {
  const query = trx.updateTable('lists').set({ sent: portion, waits_for: null });
  await query.where('id', '=', listId).execute();
}
