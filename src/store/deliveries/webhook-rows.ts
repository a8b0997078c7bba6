import type { Kysely, Selectable } from 'kysely';
import { WEBHOOK_EVENTS } from '../../contract/webhook-events.ts';
import type { DeliveryRecord, WebhookRecord } from '../../service/webhooks/webhook-ports.ts';
import type { Tables } from '../tables.ts';
import type { WebhookDeliveryRow, WebhookRow } from './delivery-tables.ts';

/** All webhooks, with the names of their teams. */
export function webhookRows(db: Kysely<Tables>) {
  return db
    .selectFrom('webhooks')
    .innerJoin('teams', 'teams.id', 'webhooks.team_id')
    .select([
      'webhooks.id',
      'team_id',
      'url',
      'events',
      'webhooks.created_at',
      'failing_since',
      'disabled_at',
      'disabled_reason',
      'overlap_until',
      'format',
      'teams.name as team_name',
    ])
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id');
}

type ShownWebhook = Omit<
  Selectable<WebhookRow>,
  'secret' | 'previous_secret' | 'failures' | 'retry_at'
> & {
  team_name: string;
};

export function toWebhook(row: ShownWebhook): WebhookRecord {
  return {
    id: row.id,
    teamId: row.team_id,
    teamName: row.team_name,
    url: row.url,
    events: parseEvents(row.events),
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    overlapUntil: row.overlap_until,
    format: row.format,
  };
}

function parseEvents(text: string): WebhookRecord['events'] {
  const stored = text.split(',');
  return WEBHOOK_EVENTS.filter((event) => stored.includes(event));
}

export function toDelivery(row: Selectable<WebhookDeliveryRow>): DeliveryRecord {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    createdAt: row.created_at,
    attempts: row.attempts,
    attemptedAt: row.attempted_at,
    answer: row.answer,
    error: row.error,
    took: row.took,
    nextAt: row.next_at,
  };
}
