import type { Kysely, Updateable } from 'kysely';
import type { TeamDirectory } from '../../service/ports.ts';
import { toTeam } from '../rows.ts';
import type { Tables, TeamRow } from '../tables.ts';

export function teamDirectory(db: Kysely<Tables>): TeamDirectory {
  return {
    async create({ id, name, quota, createdAt }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('teams')
        .values({ id, name, quota, created_at: createdAt })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async findByName(name) {
      const query = db.selectFrom('teams').selectAll().where('name', '=', name);
      const row = await query.executeTakeFirst();
      return row && toTeam(row);
    },
    async list(month) {
      const rows = await db
        .selectFrom('teams')
        .leftJoin('usage', (join) =>
          join.onRef('usage.team_id', '=', 'teams.id').on('usage.month', '=', month),
        )
        .selectAll('teams')
        .select('usage.used')
        .orderBy('teams.created_at')
        .orderBy('teams.name')
        .execute();
      return rows.map((row) => ({ ...toTeam(row), used: row.used ?? 0 }));
    },
    setQuota: (name, quota) => change(db, name, { quota }),
    setChargesUnknown: (name, isCharged) =>
      change(db, name, { charges_unknown: isCharged ? 1 : 0 }),
    setStorage: (name, storage) => change(db, name, { storage }),
  };
}

async function change(
  db: Kysely<Tables>,
  name: string,
  values: Updateable<TeamRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('teams')
    .set(values)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
