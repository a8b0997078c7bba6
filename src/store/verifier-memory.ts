import type { Kysely } from 'kysely';
import type { VerifierMemory } from '../service/ports.ts';
import type { Tables } from './tables.ts';

export function verifierMemory(db: Kysely<Tables>, fleet: VerifierMemory['fleet']): VerifierMemory {
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
