import type { Generated } from 'kysely';
import type { DeliveryStatus, DisabledReason, MessageType } from '../../service/webhook-ports.ts';

export interface WebhookRow {
  id: string;
  team_id: string;
  url: string;
  /** Separated by commas. */
  events: string;
  /** As it is: messages are signed with it. */
  secret: string;
  /** Signs as well until `overlap_until`. */
  previous_secret: string | null;
  overlap_until: number | null;
  created_at: number;
  failing_since: number | null;
  disabled_at: number | null;
  disabled_reason: DisabledReason | null;
}

/** A message to a webhook. */
export interface WebhookDeliveryRow {
  /** Order of creation. */
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  type: MessageType;
  payload: string;
  status: DeliveryStatus;
  created_at: number;
  attempts: number;
  next_at: number;
  expires_at: number;
  /** A process attempts it until then; 0: none does. */
  leased_until: number;
  attempted_at: number | null;
  took: number | null;
  answer: number | null;
  error: string | null;
}

/** A quota whose end was announced in a month. */
export interface QuotaNoticeRow {
  team_id: string;
  month: string;
  quota: number;
}
