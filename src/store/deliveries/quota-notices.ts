import type { Kysely } from 'kysely';
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
    await outbox.write(trx, teamId, quotaMessage({ quota, used: usage?.used ?? 0, resetsAt }));
  });
}
