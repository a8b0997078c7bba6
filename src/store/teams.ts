import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { once } from '../lib/once.ts';
import type { TeamDirectory } from '../service/ports.ts';
import type { TeamRecord } from '../service/records.ts';
import type { PolicyStore, TeamPolicy } from '../service/teams/records.ts';
import { writeAudit } from './people.ts';
import type { Db, Tables, TeamRow } from './tables.ts';
import { inTransaction } from './transaction.ts';

export function teamDirectory(db: Db): TeamDirectory {
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

async function change(db: Db, name: string, values: Updateable<TeamRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('teams')
    .set(values)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

interface UsageCharge {
  readonly teamId: string;
  readonly month: string;
  readonly count: number;
}

/** Adds to the month's usage in one statement that checks the quota; false when it would exceed it. */
export async function addUsage(db: Db, usage: UsageCharge): Promise<boolean> {
  if (usage.count === 0 || (await addWithinQuota(db, usage))) return true;
  const { teamId, month } = usage;
  await db
    .insertInto('usage')
    .values({ team_id: teamId, month, used: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return addWithinQuota(db, usage);
}

/** Whether it would exceed the quota as things stand: nothing is locked. */
export async function exceedsQuota(db: Db, usage: UsageCharge): Promise<boolean> {
  const { teamId, month, count } = usage;
  if (count === 0) return false;
  const row = await db
    .selectFrom('teams')
    .leftJoin('usage', (join) =>
      join.onRef('usage.team_id', '=', 'teams.id').on('usage.month', '=', month),
    )
    .select(['quota', 'used'])
    .where('teams.id', '=', teamId)
    .executeTakeFirst();
  return row !== undefined && row.quota !== null && (row.used ?? 0) + count > row.quota;
}

async function addWithinQuota(db: Db, { teamId, month, count }: UsageCharge): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('usage')
    .set(({ eb }) => ({ used: eb('used', '+', count) }))
    .where('team_id', '=', teamId)
    .where('month', '=', month)
    .where(
      sql<boolean>`${sql.ref('used')} + ${count} <= coalesce((select quota from teams where id = ${teamId}), ${Number.MAX_SAFE_INTEGER})`,
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function giveBackUsage(db: Db, usage: UsageCharge): Promise<void> {
  const { teamId, month, count } = usage;
  if (count === 0) return;
  await db
    .updateTable('usage')
    .set(({ eb }) => ({ used: eb('used', '-', count) }))
    .where('team_id', '=', teamId)
    .where('month', '=', month)
    .execute();
}

export async function giveBack(db: Db, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const reservation = trx.deleteFrom('reservations').where('id', '=', id);
    await returnToTeams(trx, await reservation.returningAll().execute());
  });
}

/** The longest reservation: a later date was written before the clock was set back. */
const LONGEST_MS = 10 * 60_000;

export async function giveBackExpired(db: Db, now: number): Promise<void> {
  const isOver = (eb: ExpressionBuilder<Tables, 'reservations'>) =>
    eb.or([eb('expires_at', '<=', now), eb('expires_at', '>', now + LONGEST_MS)]);
  const { expired } = await db
    .selectFrom('reservations')
    .select(({ fn }) => fn.countAll<number>().as('expired'))
    .where(isOver)
    .executeTakeFirstOrThrow();
  // Usually there isn't one, and the write lock is not needed.
  if (expired === 0) return;
  await inTransaction(db, async (trx) => {
    const gone = trx.deleteFrom('reservations').where(isOver);
    await returnToTeams(trx, await gone.returningAll().execute());
  });
}

async function returnToTeams(trx: Db, rows: readonly Tables['reservations'][]): Promise<void> {
  for (const { team_id, month, count } of rows) {
    await giveBackUsage(trx, { teamId: team_id, month, count });
  }
}

export function policyStore(db: Db, teamId: string): PolicyStore {
  // Built once: each request that asks for a verdict reads it.
  const query = once(() =>
    db
      .selectFrom('team_policies')
      .select(['text', 'changed_at as changedAt'])
      .where('team_id', '=', teamId)
      .compile(),
  );
  let last: TeamPolicy | undefined;
  return {
    async find() {
      const [row] = (await db.executeQuery(query())).rows;
      if (row?.changedAt !== last?.changedAt || row?.text !== last?.text) last = row;
      return last;
    },
    set(text, change) {
      const row = { text, changed_at: change.at };
      // Lists know by the time which one they were judged by: no two have the same.
      const later = sql<number>`case when team_policies.changed_at < ${change.at} then ${change.at}
        else team_policies.changed_at + 1 end`;
      return inTransaction(db, async (trx) => {
        await trx
          .insertInto('team_policies')
          .values({ team_id: teamId, ...row })
          .onConflict((conflict) =>
            conflict.column('team_id').doUpdateSet({ text, changed_at: later }),
          )
          .execute();
        await writeAudit(trx, { teamId, action: 'policy_changed', subject: '' }, change);
      });
    },
    remove(change) {
      return inTransaction(db, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('team_policies')
          .where('team_id', '=', teamId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(trx, { teamId, action: 'policy_removed', subject: '' }, change);
        return true;
      });
    },
  };
}

export function toTeam(row: Selectable<TeamRow>): TeamRecord {
  const { id, name, quota, created_at: createdAt, charges_unknown: charges } = row;
  return { id, name, quota, createdAt, ...(charges === 1 && { chargesUnknown: true }) };
}
