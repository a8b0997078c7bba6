import type { Kysely } from 'kysely';
import type { ErasedSuppression } from '../../service/upkeep/upkeep-ports.ts';
import type { Tables } from '../tables.ts';

/** Puts a hash in place of an address, in all lists that have it; returns how many those are. */
export async function hashSuppressions(
  trx: Kysely<Tables>,
  suppressed: ErasedSuppression | undefined,
): Promise<number> {
  if (!suppressed) return 0;
  const { entry, hash } = suppressed;
  const lists = await trx
    .selectFrom('teams')
    .innerJoin('suppressions', 'suppressions.team_id', 'teams.id')
    .select(['teams.id', 'added_at'])
    .where('entry', '=', entry)
    .execute();
  for (const { id, added_at } of lists) {
    await trx
      .deleteFrom('suppressions')
      .where('team_id', '=', id)
      .where('entry', '=', entry)
      .execute();
    await trx
      .insertInto('suppressions')
      .values({ team_id: id, entry: hash(id), added_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return lists.length;
}
