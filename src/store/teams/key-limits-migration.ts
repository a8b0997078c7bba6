import type { Kysely } from 'kysely';

/** Scopes and expiry of API keys; older keys have all scopes and never expire. */
export async function keyLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute();
  await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute();
}

/** Who created a key; of older keys that is unknown. */
export async function keyCreators(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_keys').addColumn('created_by', 'text').execute();
}
