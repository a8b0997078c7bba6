import { type Kysely, sql } from 'kysely';
import { NEARLY_REACHED } from '../../contract/limits.ts';
import { quotaMessage } from '../../service/webhooks/webhook-messages.ts';
import type { QuotaNotice } from '../../service/webhooks/webhook-ports.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import type { EventOutbox } from './event-outbox.ts';

/** First a look without the write lock: a busy client is refused hundreds of times a second. */
export async function noteQuotaReached(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  { teamId, month, resetsAt }: QuotaNotice,
): Promise<void> {
  const { quota } = await db
    .selectFrom('teams')
    .select('quota')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  if (quota === null) return;
  const known = await db
    .selectFrom('quota_notices')
    .select('quota')
    .where('team_id', '=', teamId)
    .where('month', '=', month)
    .where('quota', '=', quota)
    .executeTakeFirst();
  if (known) return;
  await inTransaction(db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('quota_notices')
      .values({ team_id: teamId, month, quota })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    const usage = await trx
      .selectFrom('usage')
      .select('used')
      .where('team_id', '=', teamId)
      .where('month', '=', month)
      .executeTakeFirst();
    await outbox.write(
      trx,
      teamId,
      quotaMessage('quota.reached', { quota, used: usage?.used ?? 0, resetsAt }),
    );
  });
}

/** Teams that have used most of their quota and were not warned of it yet; usually no team. */
export async function warnOfQuotas(
  db: Kysely<Tables>,
  outbox: EventOutbox,
  { month, resetsAt }: Omit<QuotaNotice, 'teamId'>,
): Promise<void> {
  const due = await db
    .selectFrom('usage')
    .innerJoin('teams', 'teams.id', 'usage.team_id')
    .leftJoin('quota_warnings as known', (join) =>
      join
        .onRef('known.team_id', '=', 'teams.id')
        .onRef('known.month', '=', 'usage.month')
        .onRef('known.quota', '=', 'teams.quota'),
    )
    .select(['teams.id', 'teams.quota', 'usage.used'])
    .where('usage.month', '=', month)
    .where('teams.quota', '>', 0)
    .where('known.team_id', 'is', null)
    .where(sql<boolean>`usage.used * 100 >= teams.quota * ${NEARLY_REACHED * 100}`)
    .execute();
  for (const { id, quota, used } of due) {
    if (quota === null) continue;
    await inTransaction(db, async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('quota_warnings')
        .values({ team_id: id, month, quota })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) return;
      await outbox.write(trx, id, quotaMessage('quota.nearly_reached', { quota, used, resetsAt }));
    });
  }
}
