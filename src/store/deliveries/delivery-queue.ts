import { type Kysely, sql } from 'kysely';
import type { ClaimedDelivery, DeliveryQueue } from '../../service/webhooks/webhook-ports.ts';
import type { DatabaseParts } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import { claimDeliveries, dueWebhooks, giveBackProbes } from './delivery-claims.ts';
import { resultWriter } from './delivery-results.ts';
import type { EventOutbox } from './event-outbox.ts';
import { noteQuotaReached, warnOfQuotas } from './quota-notices.ts';
import { toWebhook, webhookRows } from './webhook-rows.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

type Parts = Pick<DatabaseParts, 'db' | 'claimRows' | 'givenRows'>;

/** The deliveries of all teams. */
export function deliveryQueue(parts: Parts, outbox: EventOutbox): DeliveryQueue {
  const { db } = parts;
  const results = resultWriter(parts);
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
    due: (now) => dueWebhooks(db, now),
    claim: (wanted, time) => claimDeliveries(parts, wanted, time),
    record: (delivery, outcome) => results.add({ delivery, outcome }),
    release: (deliveries) => release(db, deliveries),
    onQueued: (listener) => outbox.onQueued(listener),
    noteQuotaReached: (notice) => noteQuotaReached(db, outbox, notice),
    warnOfQuotas: (month) => warnOfQuotas(db, outbox, month),
    async sweep(before) {
      const ended = await sweepEnded(db, before);
      return (await sweepAbandoned(db, before)) + ended < SWEEP_ROWS;
    },
  };
}

async function release(db: Kysely<Tables>, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const failing = deliveries.filter(({ failingSince }) => failingSince !== null);
  await inTransaction(db, async (trx) => {
    await giveBackProbes(
      trx,
      failing.map(({ webhookId }) => webhookId),
    );
    await trx
      .updateTable('webhook_deliveries')
      .set({ leased_until: 0 })
      .where(
        'seq',
        'in',
        deliveries.map(({ seq }) => seq),
      )
      .where('leased_until', 'in', [...new Set(deliveries.map(({ leasedUntil }) => leasedUntil))])
      .where('status', '=', 'pending')
      .execute();
  });
}

async function sweepEnded(db: Kysely<Tables>, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where seq in (
      select seq from webhook_deliveries
      where status <> 'pending' and created_at < ${before} limit ${SWEEP_ROWS}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** What waits for a webhook that nobody has enabled since. */
async function sweepAbandoned(db: Kysely<Tables>, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where seq in (
      select seq from webhooks join webhook_deliveries on webhook_id = webhooks.id
      where disabled_at < ${before} and webhook_deliveries.status = 'pending' limit ${SWEEP_ROWS}
    )`.execute(db);
  return Number(numAffectedRows);
}
