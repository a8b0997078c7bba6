import type { Kysely } from 'kysely';
import type { KeyStore, NewKey } from '../service/ports.ts';
import { keyOf } from './rows.ts';
import type { KeyRow, Tables } from './tables.ts';

export function keyStore(db: Kysely<Tables>): KeyStore {
  const keys = () =>
    db
      .selectFrom('api_keys')
      .innerJoin('teams', 'teams.id', 'api_keys.team_id')
      .selectAll('api_keys')
      .select(['teams.name as team_name', 'teams.quota as team_quota']);
  return {
    async create(key) {
      await db.insertInto('api_keys').values(columnsOf(key)).execute();
    },
    createFirst: (key) =>
      db.transaction().execute(async (trx) => {
        const any = await trx.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
        if (any) return false;
        await trx.insertInto('api_keys').values(columnsOf(key)).execute();
        return true;
      }),
    async findByHash(hash) {
      const row = await keys().where('hash', '=', hash).executeTakeFirst();
      if (!row) return undefined;
      const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
      return { key: keyOf(row), team };
    },
    async markUsed(id, at) {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    },
    async list(teamId) {
      const all = keys().orderBy('api_keys.created_at').orderBy('api_keys.id');
      const rows = await (teamId === undefined ? all : all.where('team_id', '=', teamId)).execute();
      return rows.map(keyOf);
    },
    async revoke(id, at) {
      await db
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      const row = await keys().where('api_keys.id', '=', id).executeTakeFirst();
      return row && keyOf(row);
    },
  };
}

function columnsOf(key: NewKey): KeyRow {
  return {
    id: key.id,
    team_id: key.teamId,
    label: key.label,
    hash: key.hash,
    last_four: key.lastFour,
    created_at: key.createdAt,
    last_used_at: null,
    revoked_at: null,
  };
}
