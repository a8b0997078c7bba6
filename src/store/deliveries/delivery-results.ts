import { type Kysely, sql } from 'kysely';
import { SERVICE } from '../../service/people/people-ports.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  DisabledReason,
} from '../../service/webhooks/webhook-ports.ts';
import type { DatabaseParts, GivenColumn } from '../database-parts.ts';
import { GroupedWrites } from '../grouped-writes.ts';
import { writeAudit } from '../people/audit-log.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

/** What came of an attempt. */
interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  readonly outcome: DeliveryOutcome;
}

const GROUP_ROWS = 500;

type Parts = Pick<DatabaseParts, 'db' | 'givenRows'>;

/** Writes results in groups: one commit for all that have come about since the last one. */
export function resultWriter(parts: Parts): GroupedWrites<DeliveryResult, undefined> {
  return new GroupedWrites({
    groupRows: GROUP_ROWS,
    write: (group) =>
      inTransaction(parts.db, async (trx) => {
        // First, as where a webhook is deleted with its deliveries: neither waits for the other without end.
        await writeHealth(trx, group, parts);
        await writeDeliveries(trx, group, parts);
        for (const { delivery, outcome } of group) {
          const { at, disable: reason } = outcome;
          if (reason) await disable(trx, delivery, { at, reason });
        }
        return group.map(() => undefined);
      }),
  });
}

const DELIVERIES: readonly GivenColumn<DeliveryResult>[] = [
  ['row_seq', 'bigint', ({ delivery }) => delivery.seq],
  ['lease', 'bigint', ({ delivery }) => delivery.leasedUntil],
  ['new_status', 'text', ({ outcome }) => statusOf(outcome)],
  ['new_attempts', 'bigint', ({ delivery }) => delivery.attempts + 1],
  ['new_next_at', 'bigint', ({ outcome }) => outcome.nextAt],
  ['new_expires_at', 'bigint', ({ outcome }) => outcome.expiresAt],
  ['new_attempted_at', 'bigint', ({ outcome }) => outcome.at],
  ['new_took', 'bigint', ({ outcome }) => outcome.took],
  ['new_answer', 'bigint', ({ outcome }) => outcome.answer],
  ['new_error', 'text', ({ outcome }) => outcome.error],
];

function statusOf({ error, nextAt }: DeliveryOutcome): string {
  if (nextAt !== null) return 'pending';
  return error === null ? 'delivered' : 'failed';
}

/** Not what another process attempts by now, since the lease was over. */
async function writeDeliveries(
  trx: Kysely<Tables>,
  group: readonly DeliveryResult[],
  { givenRows }: Parts,
): Promise<void> {
  await sql`
    update webhook_deliveries set status = new_status, attempts = new_attempts, leased_until = 0,
      next_at = coalesce(new_next_at, next_at), expires_at = new_expires_at,
      attempted_at = new_attempted_at, took = new_took, answer = new_answer, error = new_error
    from ${givenRows(group, DELIVERIES)}
    where seq = row_seq and leased_until = lease and status = 'pending'`.execute(trx);
}

/** What a group of results says of a webhook. */
interface Health {
  readonly webhookId: string;
  /** Of the failures since the last success, the first; null: the last attempt succeeded. */
  readonly failedAt: number | null;
  /** Failed attempts since the last success. Those that were under way side by side count once. */
  readonly failures: number;
  /** 1: the group has a success. */
  readonly isReset: 0 | 1;
  readonly retryAt: number;
}

const HEALTH: readonly GivenColumn<Health>[] = [
  ['webhook_id', 'text', ({ webhookId }) => webhookId],
  ['failed_at', 'bigint', ({ failedAt }) => failedAt],
  ['new_failures', 'bigint', ({ failures }) => failures],
  ['is_reset', 'bigint', ({ isReset }) => isReset],
  ['new_retry_at', 'bigint', ({ retryAt }) => retryAt],
];

/** Of webhooks that fail or have failed: one that takes all its messages is not written to. */
async function writeHealth(
  trx: Kysely<Tables>,
  group: readonly DeliveryResult[],
  { givenRows }: Parts,
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

function healthOf(group: readonly DeliveryResult[]): Health[] {
  const found = new Map<string, Health>();
  for (const { delivery, outcome } of group) {
    const { webhookId } = delivery;
    const before = found.get(webhookId);
    if (outcome.error === null) {
      const wasFailing = delivery.failingSince !== null || before !== undefined;
      if (wasFailing) found.set(webhookId, { webhookId, ...HEALTHY });
    } else found.set(webhookId, failed({ delivery, outcome }, before));
  }
  // In the same order in all processes: none waits for another without end.
  return [...found.values()].sort((one, other) => (one.webhookId < other.webhookId ? -1 : 1));
}

const HEALTHY = { failedAt: null, failures: 0, isReset: 1, retryAt: 0 } as const;

function failed({ delivery, outcome }: DeliveryResult, before: Health | undefined): Health {
  const { webhookId } = delivery;
  const { at, retryAt } = outcome;
  const isReset = before?.isReset ?? 0;
  const failures = isReset === 1 ? 1 : delivery.failures + 1;
  return { webhookId, failedAt: before?.failedAt ?? at, failures, isReset, retryAt };
}

const WHILE_DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: 'the webhook was disabled: its receiver answered 410 Gone',
  failing: 'the webhook was disabled: nothing had arrived for days',
};

/** What was never attempted waits for the webhook to be enabled. */
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
    .where('attempts', '>', 0)
    .execute();
  await writeAudit(
    trx,
    { teamId, action: 'webhook_disabled', subject: url },
    { actor: SERVICE, at },
  );
}
