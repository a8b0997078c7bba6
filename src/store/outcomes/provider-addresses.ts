import { type Kysely, sql } from 'kysely';
import { sha256 } from '../../lib/sha256.ts';
import type { ProviderAddress, ProviderAddresses } from '../../service/outcomes/sender-ports.ts';
import { createIndex } from '../create-index.ts';
import type { Tables } from '../tables.ts';
import type { ProviderAddressRow } from './outcome-row.ts';

/** The addresses at which providers report what became of mail. */
export async function providerAddressTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_addresses')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('signing_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('reported_at', 'bigint')
    .addColumn('outcomes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('provider_addresses_key', ['team_id', 'provider'])
    .execute();
  await createIndex(db, 'provider_addresses_by_token', 'provider_addresses', ['token']);
}

/** Tokens as SHA-256, as keys are stored. */
export async function hashedProviderTokens(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ token: string }>`select token from provider_addresses`.execute(db);
  for (const { token } of rows) {
    await sql`update provider_addresses set token = ${sha256(token)} where token = ${token}`.execute(
      db,
    );
  }
  await db.schema.alterTable('provider_addresses').renameColumn('token', 'token_hash').execute();
}

export function providerAddresses(db: Kysely<Tables>): ProviderAddresses {
  const table = () => db.selectFrom('provider_addresses').selectAll();
  return {
    list: async (teamId) =>
      (await table().where('team_id', '=', teamId).orderBy('provider').execute()).map(toAddress),
    async find(provider, tokenHash) {
      const query = table().where('token_hash', '=', tokenHash).where('provider', '=', provider);
      const row = await query.executeTakeFirst();
      return row && toAddress(row);
    },
    async renew({ teamId, provider, tokenHash, createdAt }) {
      const token = { token_hash: tokenHash, created_at: createdAt };
      const row = { team_id: teamId, provider, ...token };
      await db
        .insertInto('provider_addresses')
        .values({ ...row, signing_key: null, reported_at: null, outcomes: 0 })
        .onConflict((conflict) => conflict.columns(['team_id', 'provider']).doUpdateSet(token))
        .execute();
    },
    async setKey(teamId, provider, signingKey) {
      const { numUpdatedRows } = await db
        .updateTable('provider_addresses')
        .set({ signing_key: signingKey })
        .where('team_id', '=', teamId)
        .where('provider', '=', provider)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async noteReport({ teamId, provider }, { at, outcomes }) {
      await db
        .updateTable('provider_addresses')
        .set({ reported_at: at, outcomes: sql`outcomes + ${outcomes}` })
        .where('team_id', '=', teamId)
        .where('provider', '=', provider)
        .execute();
    },
  };
}

function toAddress(row: ProviderAddressRow): ProviderAddress {
  const { team_id: teamId, provider, signing_key: signingKey, outcomes } = row;
  const { created_at: createdAt, reported_at: reportedAt } = row;
  return { teamId, provider, signingKey, createdAt, reportedAt, outcomes };
}
