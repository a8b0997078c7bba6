import type { Kysely } from 'kysely';
import type { OwnUrl } from '../service/ports.ts';
import type { Tables } from './tables.ts';

/** Beside the secrets of the verifier, which are also kept by a name. */
const NAME = 'own_url';

export function ownUrl(db: Kysely<Tables>): OwnUrl {
  return {
    async keep(url) {
      await db
        .insertInto('verifier_secrets')
        .values({ name: NAME, value: url })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: url }))
        .execute();
    },
    async find() {
      const query = db.selectFrom('verifier_secrets').select('value').where('name', '=', NAME);
      return (await query.executeTakeFirst())?.value;
    },
  };
}
