import { type Kysely, sql } from 'kysely';
import type { ProviderAddress, ProviderAddresses } from '../../service/outcomes/sender-ports.ts';
import type { Tables } from '../tables.ts';
import type { ProviderAddressRow } from './outcome-row.ts';

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
