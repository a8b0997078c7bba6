import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import {
  type ClaimedDelivery,
  type ClaimTime,
  type DueWebhook,
  LONGEST_RETRY_MS,
  type WantedDeliveries,
} from '../../service/webhooks/webhook-ports.ts';
import type { ClaimRows } from '../database-parts.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';
import type { ClaimedRow, WebhookRow } from './delivery-tables.ts';

/** The longest lease: a later end was written before the clock was set back. */
const LONGEST_LEASE_MS = 60_000;

/** A date that has come, or one so far ahead that a clock set back has moved it there. */
export function isPast(column: string, now: number, longest: number): RawBuilder<boolean> {
  const date = sql.ref(column);
  return sql<boolean>`(${date} <= ${now} or ${date} > ${now + longest})`;
}

/** Whether nobody attempts a delivery. */
export function isFree(now: number): RawBuilder<boolean> {
  return isPast('leased_until', now, LONGEST_LEASE_MS);
}

/** Webhooks with a message whose time has come, however many messages wait. */
export async function dueWebhooks(db: Kysely<Tables>, now: number): Promise<DueWebhook[]> {
  const { rows } = await dueQuery(now).execute(db);
  const ahead = rows.filter(({ is_ahead }) => is_ahead !== null).map(({ id }) => id);
  if (ahead.length > 0) await bringBack(db, ahead, now);
  return rows.map(({ id, team_id, failing_since }) => ({
    webhookId: id,
    teamId: team_id,
    isFailing: failing_since !== null,
  }));
}

interface DueRow {
  readonly id: string;
  readonly team_id: string;
  readonly failing_since: number | null;
  /** A message that is due beyond the longest delay. */
  readonly is_ahead: number | null;
}

/**
 * From one webhook with open messages to the next by the index of open messages, whose rows may be millions.
 * Scalar subqueries, which no planner turns into a join that reads all of them. Begins
 * with select, by which SQLite's connections are chosen: a look waits for no writer.
 */
function dueQuery(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`select * from (
    with recursive waiting (id) as (
      select min(webhook_id) from webhook_deliveries where status = 'pending'
      union all
      select (
        select min(webhook_id) from webhook_deliveries
        where status = 'pending' and webhook_id > waiting.id
      ) from waiting where waiting.id is not null
    ), open (id, team_id, failing_since, is_due, is_ahead) as (
      select webhooks.id, team_id, failing_since, (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = webhooks.id and next_at <= ${now}
          and ${isFree(now)}
        order by next_at limit 1
      ), (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = webhooks.id
          and next_at > ${now + LONGEST_RETRY_MS}
        order by next_at limit 1
      )
      from waiting join webhooks on webhooks.id = waiting.id
      where disabled_at is null and ${isPast('retry_at', now, LONGEST_RETRY_MS)}
    )
    select id, team_id, failing_since, is_ahead from open
    where is_due is not null or is_ahead is not null
  ) as due`;
}

/** Messages whose time a clock set back has moved far away are due. */
async function bringBack(db: Kysely<Tables>, webhooks: readonly string[], now: number) {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('status', '=', 'pending')
    .where('webhook_id', 'in', webhooks)
    .where('next_at', '>', now + LONGEST_RETRY_MS)
    .execute();
}

interface Claims {
  readonly db: Kysely<Tables>;
  readonly claimRows: ClaimRows;
}

/**
 * First the webhooks, as where one is deleted with its deliveries: neither waits for the other without
 * end.
 */
export async function claimDeliveries(
  { db, claimRows }: Claims,
  wanted: readonly WantedDeliveries[],
  time: ClaimTime,
): Promise<ClaimedDelivery[]> {
  if (wanted.length === 0) return [];
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('webhooks')
      .selectAll()
      .where('disabled_at', 'is', null)
      .where(
        'id',
        'in',
        wanted.map(({ webhookId }) => webhookId),
      )
      .execute();
    const failing = found.filter(({ failing_since }) => failing_since !== null);
    const probed = await takeProbes(trx, failing, time);
    const webhooks = new Map(found.map((webhook) => [webhook.id, webhook]));
    const allowed = wanted.flatMap(({ webhookId, count }) => {
      const webhook = webhooks.get(webhookId);
      if (webhook?.failing_since === null) return { webhookId, count };
      return probed.has(webhookId) ? { webhookId, count: 1 } : [];
    });
    const rows = allowed.length > 0 ? await claimRows(trx, allowed, time) : [];
    for (const { webhook_id } of rows) probed.delete(webhook_id);
    await giveBackProbes(trx, [...probed]);
    return rows.flatMap((row) => {
      const webhook = webhooks.get(row.webhook_id);
      return webhook ? toClaimed(row, webhook, time) : [];
    });
  });
}

/** The right to the one attempt at each failing webhook, until the lease is over. */
async function takeProbes(
  trx: Kysely<Tables>,
  failing: readonly { readonly id: string }[],
  { now, leaseMs }: ClaimTime,
): Promise<Set<string>> {
  if (failing.length === 0) return new Set();
  const ids = failing.map(({ id }) => id);
  const taken = await trx
    .updateTable('webhooks')
    .set({ retry_at: now + leaseMs })
    .where('id', 'in', ids)
    .where(isPast('retry_at', now, LONGEST_RETRY_MS))
    .returning('id')
    .execute();
  return new Set(taken.map(({ id }) => id));
}

/** Nothing of theirs could be claimed. */
export async function giveBackProbes(trx: Kysely<Tables>, webhooks: readonly string[]) {
  if (webhooks.length === 0) return;
  await trx.updateTable('webhooks').set({ retry_at: 0 }).where('id', 'in', webhooks).execute();
}

function toClaimed(
  row: ClaimedRow,
  webhook: Selectable<WebhookRow>,
  { now, leaseMs }: ClaimTime,
): ClaimedDelivery {
  const { secret, previous_secret: previous, overlap_until: until } = webhook;
  const overlaps = previous !== null && until !== null && now < until;
  return {
    id: row.id,
    seq: row.seq,
    leasedUntil: now + leaseMs,
    webhookId: webhook.id,
    teamId: webhook.team_id,
    url: webhook.url,
    format: webhook.format,
    type: row.type,
    payload: row.payload,
    secrets: overlaps ? [secret, previous] : [secret],
    dueAt: Math.max(row.created_at, row.next_at),
    attempts: row.attempts,
    expiresAt: row.expires_at,
    failingSince: webhook.failing_since,
    failures: webhook.failures,
  };
}
