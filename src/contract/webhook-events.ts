export const WEBHOOK_EVENTS = [
  'batch.completed',
  'batch.failed',
  'batch.cancelled',
  'list.completed',
  'list.changed',
  'quota.nearly_reached',
  'quota.reached',
] as const;
/** The events that a webhook can be sent. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
