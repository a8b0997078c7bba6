import type { OwnUrl, VerifierMemory } from '../service/ports.ts';
import type { Db } from './tables.ts';

export function verifierMemory(db: Db, fleet: VerifierMemory['fleet']): VerifierMemory {
  return {
    fleet,
    async secret(name, fresh) {
      await db
        .insertInto('verifier_secrets')
        .values({ name, value: fresh })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const kept = await db
        .selectFrom('verifier_secrets')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return kept.value;
    },
    async rests(now) {
      await db.deleteFrom('provider_rests').where('until', '<=', now).execute();
      return await db
        .selectFrom('provider_rests')
        .select(['provider', 'egress', 'until'])
        .execute();
    },
    async keepRest({ provider, egress, until }) {
      await db
        .insertInto('provider_rests')
        .values({ provider, egress, until })
        .onConflict((conflict) => conflict.columns(['provider', 'egress']).doUpdateSet({ until }))
        .execute();
    },
  };
}

/** Beside the secrets of the verifier, which are also kept by a name. */
const NAME = 'own_url';

export function ownUrl(db: Db): OwnUrl {
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
