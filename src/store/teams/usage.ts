import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface UsageCharge {
  readonly teamId: string;
  readonly month: string;
  readonly count: number;
}

/** Adds to the month's usage in one statement that checks the quota; false when it would exceed it. */
export async function addUsage(db: Kysely<Tables>, usage: UsageCharge): Promise<boolean> {
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
export async function exceedsQuota(db: Kysely<Tables>, usage: UsageCharge): Promise<boolean> {
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

async function addWithinQuota(
  db: Kysely<Tables>,
  { teamId, month, count }: UsageCharge,
): Promise<boolean> {
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

export async function giveBackUsage(db: Kysely<Tables>, usage: UsageCharge): Promise<void> {
  const { teamId, month, count } = usage;
  if (count === 0) return;
  await db
    .updateTable('usage')
    .set(({ eb }) => ({ used: eb('used', '-', count) }))
    .where('team_id', '=', teamId)
    .where('month', '=', month)
    .execute();
}
