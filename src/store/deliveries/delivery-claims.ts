import type { ExpressionBuilder, Kysely } from 'kysely';
import {
  type ClaimedDelivery,
  type DueDelivery,
  LONGEST_RETRY_MS,
} from '../../service/webhook-ports.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** Webhooks that one look finds at most. */
const MAX_DUE = 100;
/** The longest lease: a later end was written before the clock was set back. */
const LONGEST_LEASE_MS = 60_000;

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
export async function dueDeliveries(db: Kysely<Tables>, now: number): Promise<DueDelivery[]> {
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
export function claimDelivery(
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
