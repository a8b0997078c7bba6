import { type Kysely, sql } from 'kysely';
import type { ListPlaces } from '../../service/lists/list-ports.ts';
import { LISTS_WITH_FILES } from '../checks.ts';
import type { Tables } from '../tables.ts';

/** A secret of the verifier, so that versions before this one find another place than theirs. */
const PLACE = 'list_folder';

export function listPlaces(db: Kysely<Tables>): ListPlaces {
  const place = async () => {
    const query = db.selectFrom('verifier_secrets').select('value').where('name', '=', PLACE);
    return (await query.executeTakeFirst())?.value;
  };
  return {
    place,
    async settlePlace(fresh) {
      await db
        .insertInto('verifier_secrets')
        .values({ name: PLACE, value: fresh })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await place()) ?? fresh;
    },
    async changePlace(before, after) {
      const { numUpdatedRows } = await db
        .updateTable('verifier_secrets')
        .set({ value: after })
        .where('name', '=', PLACE)
        .where('value', '=', before)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async withFiles() {
      const { rows } = await sql<{ id: string }>`${sql.raw(LISTS_WITH_FILES)}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
