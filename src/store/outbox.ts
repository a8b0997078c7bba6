import { sql } from 'kysely';
import { NEARLY_REACHED } from '../contract/limits.ts';
import type { Clock } from '../lib/clock.ts';
import { secureToken } from '../lib/secure-token.ts';
import type { ListNews } from '../service/lists/list-ports.ts';
import {
  batchMessage,
  listMessage,
  type QuotaMonth,
  type QuotaNotice,
  quotaMessage,
  TEST_EVENT,
  toPayload,
  type WebhookMessage,
} from '../service/webhooks/records.ts';
import type { EventOutbox, OtherProcesses } from './database-parts.ts';
import { listsOf, toList } from './lists/list-rows.ts';
import { writeListNotice } from './notices.ts';
import { BATCH_COLUMNS, toBatch } from './rows.ts';
import type { Db } from './tables.ts';
import { afterCommit, inTransaction } from './transaction.ts';

export function eventOutbox(clock: Pick<Clock, 'now'>, others: OtherProcesses): EventOutbox {
  let listener: (() => void) | undefined;
  let batchListener: ((news: ListNews) => void) | undefined;
  const notify = () => listener?.();
  const notifyEnded = () => batchListener?.('ended');
  const announce = (trx: Db) => afterCommit(trx, notify);
  const write = async (trx: Db, teamId: string, message: WebhookMessage) => {
    if (await writeMessage(trx, { teamId, message, at: clock.now() })) announce(trx);
  };
  return {
    async batchEnded(trx, batchId) {
      afterCommit(trx, notifyEnded);
      await others.notifyEnded(trx, batchId);
      const row = await trx
        .selectFrom('batches')
        .select([...BATCH_COLUMNS, 'team_id'])
        .where('id', '=', batchId)
        .where('list_id', 'is', null)
        .executeTakeFirst();
      const message = row && batchMessage(toBatch(row));
      if (message) await write(trx, row.team_id, message);
    },
    async listCompleted(trx, listId) {
      const { team_id } = await trx
        .selectFrom('lists')
        .select('team_id')
        .where('id', '=', listId)
        .executeTakeFirstOrThrow();
      await writeListNotice(trx, { type: 'list.completed', listId, at: clock.now() });
      const row = await listsOf(trx, team_id).where('id', '=', listId).executeTakeFirst();
      if (row) await write(trx, team_id, listMessage(toList(row)));
    },
    listPaused: (trx, listId) =>
      writeListNotice(trx, { type: 'list.paused', listId, at: clock.now() }),
    write,
    announce,
    onQueued(given) {
      listener = given;
    },
    onBatches(given) {
      batchListener = given;
      others.listen(given);
    },
    resultsRecorded(batchId) {
      batchListener?.('recorded');
      others.notifyRecorded(batchId);
    },
  };
}

interface TeamMessage {
  readonly teamId: string;
  readonly message: WebhookMessage;
  readonly at: number;
}

/** False where no webhook wants it. */
async function writeMessage(trx: Db, { teamId, message, at }: TeamMessage): Promise<boolean> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('team_id', '=', teamId)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    // None of them is deleted before the message is queued.
    .forKeyShare()
    .execute();
  const wanting = webhooks.filter(({ events }) => events.split(',').includes(message.type));
  for (const { id } of wanting) await insertDelivery(trx, id, { message, at });
  return wanting.length > 0;
}

/** Queues a message to one webhook and returns its id. */
export async function insertDelivery(
  trx: Db,
  webhookId: string,
  { message, at }: Omit<TeamMessage, 'teamId'>,
): Promise<string> {
  const id = `msg_${secureToken(20)}`;
  const payload = toPayload(message, at);
  const never = { attempted_at: null, took: null, answer: null, error: null };
  await trx
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      type: message.type,
      payload,
      status: 'pending',
      created_at: at,
      attempts: 0,
      // Somebody waits for what comes of a test: it is sent before all that waits.
      next_at: message.type === TEST_EVENT ? 0 : at,
      expires_at: 0,
      leased_until: 0,
      ...never,
    })
    .execute();
  return id;
}

/** First a look without the write lock: a busy client is refused hundreds of times a second. */
export async function noteQuotaReached(
  db: Db,
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
  db: Db,
  outbox: EventOutbox,
  { month, resetsAt }: QuotaMonth,
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
