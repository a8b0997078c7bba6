import { type Kysely, sql } from 'kysely';
import { SERVICE } from '../../service/people-ports.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  DeliveryQueue,
  DisabledReason,
} from '../../service/webhook-ports.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { claimDelivery, dueDeliveries } from './delivery-claims.ts';
import type { EventOutbox } from './event-outbox.ts';
import { noteQuotaReached } from './quota-notices.ts';
import { toWebhook, webhookRows } from './webhook-rows.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

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
    due: (now) => dueDeliveries(db, now),
    claim: (id, now, leaseMs) => claimDelivery(db, id, { now, leaseMs }),
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
      const { numAffectedRows = 0n } = await sql`
        delete from webhook_deliveries where seq in (
          select seq from webhook_deliveries
          where status <> 'pending' and created_at < ${before} limit ${SWEEP_ROWS}
        )`.execute(db);
      return numAffectedRows < SWEEP_ROWS;
    },
  };
}

function record(
  db: Kysely<Tables>,
  delivery: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { at, took, answer, error, nextAt } = outcome;
  const ended = error === null ? 'delivered' : 'failed';
  return inTransaction(db, async (trx) => {
    // First, as where a webhook is deleted with its deliveries: neither waits for the other without end.
    await trx
      .updateTable('webhooks')
      .set(({ ref, fn, val }) => ({
        failing_since: error === null ? null : fn.coalesce(ref('failing_since'), val(at)),
      }))
      .where('id', '=', delivery.webhookId)
      .execute();
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
