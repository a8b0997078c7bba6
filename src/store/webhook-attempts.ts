import { type RawBuilder, type Selectable, sql } from 'kysely';
import { SERVICE } from '../service/people/records.ts';
import {
  type AttemptRecord,
  type ClaimedMessage,
  type ClaimTime,
  type DisabledReason,
  type DueWebhook,
  LONGEST_RETRY_MS,
  type WantedMessages,
  type WebhookQueue,
  WHILE_DISABLED,
} from '../service/webhooks/records.ts';
import type { ClaimRows, DatabaseParts, EventOutbox, GivenColumn } from './database-parts.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { noteQuotaReached, warnOfQuotas } from './outbox.ts';
import { writeAudit } from './people.ts';
import type { ClaimedRow, Db, WebhookRow } from './tables.ts';
import { inTransaction } from './transaction.ts';
import { toWebhook, webhookRows } from './webhooks.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

/** The messages of all teams. */
export function webhookQueue(parts: DatabaseParts, outbox: EventOutbox): WebhookQueue {
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
    claim: (wanted, time) => claimMessages(parts, wanted, time),
    record: (message, outcome) => results.add({ message, outcome }),
    release: (messages) => release(db, messages),
    onQueued: (listener) => outbox.onQueued(listener),
    noteQuotaReached: (notice) => noteQuotaReached(db, outbox, notice),
    warnOfQuotas: (month) => warnOfQuotas(db, outbox, month),
    async sweep(before) {
      const ended = await sweepEnded(db, before);
      return (await sweepAbandoned(db, before)) + ended < SWEEP_ROWS;
    },
  };
}

async function release(db: Db, messages: readonly ClaimedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const failing = messages.filter(({ failingSince }) => failingSince !== null);
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
        messages.map(({ seq }) => seq),
      )
      .where('leased_until', 'in', [...new Set(messages.map(({ leasedUntil }) => leasedUntil))])
      .where('status', '=', 'pending')
      .execute();
  });
}

async function sweepEnded(db: Db, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where seq in (
      select seq from webhook_deliveries
      where status <> 'pending' and created_at < ${before} limit ${SWEEP_ROWS}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** What waits for a webhook that nobody has enabled since. */
async function sweepAbandoned(db: Db, before: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where seq in (
      select seq from webhooks join webhook_deliveries on webhook_id = webhooks.id
      where disabled_at < ${before} and webhook_deliveries.status = 'pending' limit ${SWEEP_ROWS}
    )`.execute(db);
  return Number(numAffectedRows);
}

/** The longest lease: a later end was written before the clock was set back. */
const LONGEST_LEASE_MS = 60_000;

/** A date that has come, or one so far ahead that a clock set back has moved it there. */
function isPast(column: string, now: number, longest: number): RawBuilder<boolean> {
  const date = sql.ref(column);
  return sql<boolean>`(${date} <= ${now} or ${date} > ${now + longest})`;
}

/** Whether nobody attempts a message. */
export function isFree(now: number): RawBuilder<boolean> {
  return isPast('leased_until', now, LONGEST_LEASE_MS);
}

/** Webhooks with a message whose time has come, however many messages wait. */
async function dueWebhooks(db: Db, now: number): Promise<DueWebhook[]> {
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
async function bringBack(db: Db, webhooks: readonly string[], now: number) {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('status', '=', 'pending')
    .where('webhook_id', 'in', webhooks)
    .where('next_at', '>', now + LONGEST_RETRY_MS)
    .execute();
}

interface Claims {
  readonly db: Db;
  readonly claimRows: ClaimRows;
}

/**
 * First the webhooks, as where one is deleted with its messages: neither waits for the other without
 * end.
 */
async function claimMessages(
  { db, claimRows }: Claims,
  wanted: readonly WantedMessages[],
  time: ClaimTime,
): Promise<ClaimedMessage[]> {
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
  trx: Db,
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
async function giveBackProbes(trx: Db, webhooks: readonly string[]) {
  if (webhooks.length === 0) return;
  await trx.updateTable('webhooks').set({ retry_at: 0 }).where('id', 'in', webhooks).execute();
}

function toClaimed(
  row: ClaimedRow,
  webhook: Selectable<WebhookRow>,
  { now, leaseMs }: ClaimTime,
): ClaimedMessage {
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

/** What came of an attempt. */
interface AttemptedMessage {
  readonly message: ClaimedMessage;
  readonly outcome: AttemptRecord;
}

const GROUP_ROWS = 500;

/** Writes results in groups: one commit for all that have come about since the last one. */
function resultWriter(parts: DatabaseParts): GroupedWrites<AttemptedMessage, undefined> {
  return new GroupedWrites({
    groupRows: GROUP_ROWS,
    write: (group) =>
      inTransaction(parts.db, async (trx) => {
        // First, as where a webhook is deleted with its messages: neither waits for the other without end.
        await writeHealth(trx, group, parts);
        await writeMessages(trx, group, parts);
        for (const { message, outcome } of group) {
          const { at, disable: reason } = outcome;
          if (reason) await disable(trx, message, { at, reason });
        }
        return group.map(() => undefined);
      }),
  });
}

const DELIVERIES: readonly GivenColumn<AttemptedMessage>[] = [
  ['row_seq', 'bigint', ({ message }) => message.seq],
  ['lease', 'bigint', ({ message }) => message.leasedUntil],
  ['new_status', 'text', ({ outcome }) => statusOf(outcome)],
  ['new_attempts', 'bigint', ({ message }) => message.attempts + 1],
  ['new_next_at', 'bigint', ({ outcome }) => outcome.nextAt],
  ['new_expires_at', 'bigint', ({ outcome }) => outcome.expiresAt],
  ['new_attempted_at', 'bigint', ({ outcome }) => outcome.at],
  ['new_took', 'bigint', ({ outcome }) => outcome.took],
  ['new_answer', 'bigint', ({ outcome }) => outcome.answer],
  ['new_error', 'text', ({ outcome }) => outcome.error && JSON.stringify(outcome.error)],
];

function statusOf({ error, nextAt }: AttemptRecord): string {
  if (nextAt !== null) return 'pending';
  return error === null ? 'delivered' : 'failed';
}

/** Not what another process attempts by now, since the lease was over. */
async function writeMessages(
  trx: Db,
  group: readonly AttemptedMessage[],
  { givenRows }: DatabaseParts,
): Promise<void> {
  await sql`
    update webhook_deliveries set status = new_status, attempts = new_attempts, leased_until = 0,
      next_at = coalesce(new_next_at, next_at), expires_at = new_expires_at,
      attempted_at = new_attempted_at, took = new_took, answer = new_answer, error = new_error
    from ${givenRows(group, DELIVERIES)}
    where seq = row_seq and leased_until = lease and status = 'pending'`.execute(trx);
}

/** What a group of results says of a webhook. */
interface WebhookHealth {
  readonly webhookId: string;
  /** Of the failures since the last success, the first; null: the last attempt succeeded. */
  readonly failedAt: number | null;
  /** Failed attempts since the last success. Those that were under way side by side count once. */
  readonly failures: number;
  /** 1: the group has a success. */
  readonly isReset: 0 | 1;
  readonly retryAt: number;
}

const HEALTH: readonly GivenColumn<WebhookHealth>[] = [
  ['webhook_id', 'text', ({ webhookId }) => webhookId],
  ['failed_at', 'bigint', ({ failedAt }) => failedAt],
  ['new_failures', 'bigint', ({ failures }) => failures],
  ['is_reset', 'bigint', ({ isReset }) => isReset],
  ['new_retry_at', 'bigint', ({ retryAt }) => retryAt],
];

/** Of webhooks that fail or have failed: one that takes all its messages is not written to. */
async function writeHealth(
  trx: Db,
  group: readonly AttemptedMessage[],
  { givenRows }: DatabaseParts,
): Promise<void> {
  const changed = healthOf(group);
  if (changed.length === 0) return;
  await sql`
    update webhooks set
      failing_since = case
        when failed_at is null then null
        when is_reset = 1 or failing_since is null then failed_at
        else failing_since end,
      failures = new_failures, retry_at = new_retry_at
    from ${givenRows(changed, HEALTH)} where id = webhook_id`.execute(trx);
}

function healthOf(group: readonly AttemptedMessage[]): WebhookHealth[] {
  const found = new Map<string, WebhookHealth>();
  for (const { message, outcome } of group) {
    const { webhookId } = message;
    const before = found.get(webhookId);
    if (outcome.error === null) {
      const wasFailing = message.failingSince !== null || before !== undefined;
      if (wasFailing) found.set(webhookId, { webhookId, ...HEALTHY });
    } else found.set(webhookId, failed({ message, outcome }, before));
  }
  // In the same order in all processes: none waits for another without end.
  return [...found.values()].sort((one, other) => (one.webhookId < other.webhookId ? -1 : 1));
}

const HEALTHY = { failedAt: null, failures: 0, isReset: 1, retryAt: 0 } as const;

function failed(
  { message, outcome }: AttemptedMessage,
  before: WebhookHealth | undefined,
): WebhookHealth {
  const { webhookId } = message;
  const { at, retryAt } = outcome;
  const isReset = before?.isReset ?? 0;
  const failures = isReset === 1 ? 1 : message.failures + 1;
  return { webhookId, failedAt: before?.failedAt ?? at, failures, isReset, retryAt };
}

/** What was never attempted waits for the webhook to be enabled. */
async function disable(
  trx: Db,
  { webhookId, teamId, url }: ClaimedMessage,
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
    .set({ status: 'failed', error: JSON.stringify(WHILE_DISABLED[reason]), leased_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('attempts', '>', 0)
    .execute();
  await writeAudit(
    trx,
    { teamId, action: 'webhook_disabled', subject: url },
    { actor: SERVICE, at },
  );
}
