import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { SERVICE } from '../../service/people-ports.ts';
import { quotaMessage } from '../../service/webhook-messages.ts';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  type DeliveryQueue,
  type DisabledReason,
  type DueDelivery,
  LONGEST_RETRY_MS,
  type QuotaNotice,
} from '../../service/webhook-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import type { EventOutbox } from './event-outbox.ts';
import { toWebhook, webhookRows } from './webhook-rows.ts';

/** Webhooks that one look finds at most. */
const MAX_DUE = 100;
/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;
/** The longest lease: a later end was written before the clock was set back. */
const LONGEST_LEASE_MS = 60_000;

/** The deliveries of all teams. */
export function deliveryQueue(db: Kysely<Tables>, outbox: EventOutbox): DeliveryQueue {
  return {
    async webhooks(teamId) {
      const all = webhookRows(db);
      const rows = await (teamId === undefined ? all : all.where('team_id', '=', teamId)).execute();
      return rows.map(toWebhook);
    },
    async teamOf(webhookId) {
      const query = db.selectFrom('webhooks').select('team_id').where('id', '=', webhookId);
      return (await query.executeTakeFirst())?.team_id;
    },
    due: (now) => due(db, now),
    claim: (id, now, leaseMs) => claim(db, id, { now, leaseMs }),
    record: (delivery, outcome) => record(db, delivery, outcome),
    async release(id) {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: 0 })
        .where('id', '=', id)
        .execute();
    },
    noteQuotaReached: (notice) => noteQuotaReached(db, outbox, notice),
    async sweep(before) {
      await sql`
        delete from webhook_deliveries where seq in (
          select seq from webhook_deliveries
          where status <> 'pending' and created_at < ${before} limit ${SWEEP_ROWS}
        )`.execute(db);
    },
  };
}

type Deliveries = ExpressionBuilder<Tables, 'webhook_deliveries'>;

function isFree(now: number) {
  return (eb: Deliveries) =>
    eb.or([
      eb('webhook_deliveries.leased_until', '<=', now),
      eb('webhook_deliveries.leased_until', '>', now + LONGEST_LEASE_MS),
    ]);
}

/** What waits for its time, or was meant for a time that a clock set back has moved far away. */
function isDue(now: number) {
  return (eb: Deliveries) =>
    eb.or([
      eb('webhook_deliveries.next_at', '<=', now),
      eb('webhook_deliveries.next_at', '>', now + LONGEST_RETRY_MS),
    ]);
}

/** Webhooks in the order in which their oldest due delivery waits. */
async function due(db: Kysely<Tables>, now: number): Promise<DueDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(({ fn }) => ['webhook_id', fn.min('seq').as('seq')])
    .where('status', '=', 'pending')
    .where('disabled_at', 'is', null)
    .where((eb) => isDue(now)(eb as unknown as Deliveries))
    .where(({ not, exists }) => not(exists(attemptsUnderWay(db, now))))
    .groupBy('webhook_id')
    .orderBy(({ fn }) => fn.min('next_at'))
    .limit(MAX_DUE)
    .execute();
  if (rows.length === 0) return [];
  const oldest = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id'])
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => Number(seq)),
    )
    .orderBy('next_at')
    .orderBy('seq')
    .execute();
  return oldest.map(({ id, webhook_id }) => ({ id, webhookId: webhook_id }));
}

/** One delivery of a webhook at a time, whichever process attempts it. */
function attemptsUnderWay(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom('webhook_deliveries as busy')
    .select('busy.id')
    .whereRef('busy.webhook_id', '=', 'webhooks.id' as never)
    .where('busy.status', '=', 'pending')
    .where('busy.leased_until', '>', now)
    .where('busy.leased_until', '<=', now + LONGEST_LEASE_MS);
}

interface ClaimTime {
  readonly now: number;
  readonly leaseMs: number;
}

/** The condition is part of the update: of two processes, one gets it. */
function claim(
  db: Kysely<Tables>,
  id: string,
  { now, leaseMs }: ClaimTime,
): Promise<ClaimedDelivery | undefined> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('webhook_deliveries')
      .set({ leased_until: now + leaseMs })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where(isDue(now))
      .where(isFree(now))
      .returning(['webhook_id', 'payload', 'attempts', 'expires_at'])
      .executeTakeFirst();
    if (!row) return undefined;
    const webhook = await trx
      .selectFrom('webhooks')
      .select(['team_id', 'url', 'secret', 'previous_secret', 'overlap_until', 'failing_since'])
      .where('id', '=', row.webhook_id)
      .executeTakeFirstOrThrow();
    const { secret, previous_secret: previous, overlap_until: until } = webhook;
    const overlaps = previous !== null && until !== null && now < until;
    return {
      id,
      webhookId: row.webhook_id,
      teamId: webhook.team_id,
      url: webhook.url,
      payload: row.payload,
      secrets: overlaps ? [secret, previous] : [secret],
      attempts: row.attempts,
      expiresAt: row.expires_at,
      failingSince: webhook.failing_since,
    };
  });
}

function record(
  db: Kysely<Tables>,
  delivery: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { at, took, answer, error, nextAt } = outcome;
  const ended = error === null ? 'delivered' : 'failed';
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({
        status: nextAt === null ? ended : 'pending',
        attempts: delivery.attempts + 1,
        leased_until: 0,
        attempted_at: at,
        took,
        answer,
        error,
        ...(nextAt !== null && { next_at: nextAt }),
      })
      .where('id', '=', delivery.id)
      .where('status', '=', 'pending')
      .execute();
    await trx
      .updateTable('webhooks')
      .set(({ ref, fn, val }) => ({
        failing_since: error === null ? null : fn.coalesce(ref('failing_since'), val(at)),
      }))
      .where('id', '=', delivery.webhookId)
      .execute();
    if (outcome.disable) await disable(trx, delivery, { at, reason: outcome.disable });
  });
}

const WHILE_DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: 'the webhook was disabled: its receiver answered 410 Gone',
  failing: 'the webhook was disabled: nothing had arrived for days',
};

async function disable(
  trx: Kysely<Tables>,
  { webhookId, teamId, url }: ClaimedDelivery,
  { at, reason }: { readonly at: number; readonly reason: DisabledReason },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ disabled_at: at, disabled_reason: reason })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: WHILE_DISABLED[reason], leased_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute();
  await writeAudit(
    trx,
    { teamId, action: 'webhook_disabled', subject: url },
    { actor: SERVICE, at },
  );
}

/** First a look without the write lock: a busy client is refused hundreds of times a second. */
async function noteQuotaReached(
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
