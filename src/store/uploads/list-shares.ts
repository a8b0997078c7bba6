import type { Kysely } from 'kysely';
import type { ListShare, ListShares, NewShare } from '../../service/lists/share-ports.ts';
import type { Tables } from '../tables.ts';

/** The links of all teams, as those see them who are not signed in. */
export function listShares(db: Kysely<Tables>): ListShares {
  return {
    async find(hash, now) {
      const row = await db
        .selectFrom('list_shares')
        .innerJoin('lists', 'lists.id', 'list_shares.list_id')
        .select(['lists.id as listId', 'lists.team_id as teamId'])
        .where('list_shares.hash', '=', hash)
        .where('list_shares.expires_at', '>', now)
        .where('lists.status', '!=', 'removed')
        .executeTakeFirst();
      return row;
    },
    async sweep(now) {
      await db.deleteFrom('list_shares').where('expires_at', '<=', now).execute();
    },
  };
}

/** The open links of a list, newest first. */
export async function sharesOf(
  db: Kysely<Tables>,
  listId: string,
  now: number,
): Promise<ListShare[]> {
  const rows = await db
    .selectFrom('list_shares')
    .select(['id', 'created_by', 'created_at', 'expires_at'])
    .where('list_id', '=', listId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_by, created_at, expires_at }) => ({
    id,
    createdBy: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}

export async function addShare(
  trx: Kysely<Tables>,
  listId: string,
  { id, hash, createdBy, createdAt, expiresAt }: NewShare,
): Promise<void> {
  const times = { created_at: createdAt, expires_at: expiresAt };
  const row = { id, hash, list_id: listId, created_by: createdBy, ...times };
  await trx.insertInto('list_shares').values(row).execute();
}

export async function endShares(trx: Kysely<Tables>, listId: string): Promise<void> {
  await trx.deleteFrom('list_shares').where('list_id', '=', listId).execute();
}
