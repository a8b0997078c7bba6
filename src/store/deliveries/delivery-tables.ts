import type { Generated, Selectable } from 'kysely';
import type {
  DeliveryStatus,
  DisabledReason,
  MessageType,
  WebhookFormat,
} from '../../service/webhooks/webhook-ports.ts';

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
  /** Failed attempts since the last success. */
  failures: Generated<number>;
  /** Nothing is sent before. While it fails, also the end of the lease of the one attempt under way. */
  retry_at: Generated<number>;
  disabled_at: number | null;
  disabled_reason: DisabledReason | null;
  format: Generated<WebhookFormat>;
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
  /** A day from the first attempt; 0 before that. */
  expires_at: number;
  /** A process attempts it until then; 0: none does. */
  leased_until: number;
  attempted_at: number | null;
  took: number | null;
  answer: number | null;
  error: string | null;
}

/** Columns of a delivery that was claimed. */
export type ClaimedRow = Pick<
  Selectable<WebhookDeliveryRow>,
  | 'seq'
  | 'id'
  | 'webhook_id'
  | 'type'
  | 'payload'
  | 'created_at'
  | 'next_at'
  | 'attempts'
  | 'expires_at'
>;

/** A quota whose end was announced in a month. */
export interface QuotaNoticeRow {
  team_id: string;
  month: string;
  quota: number;
}
