export const WEBHOOK_EVENTS = [
  'batch.completed',
  'batch.failed',
  'batch.cancelled',
  'list.completed',
  'quota.reached',
] as const;
/** The events that a webhook can be sent. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** When each event happens, in words. */
export const WEBHOOK_EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  'batch.completed': 'a batch has all its results',
  'batch.failed': 'a batch could not be processed',
  'batch.cancelled': 'a batch was cancelled',
  'list.completed': 'an uploaded list has all its results',
  'quota.reached': "the month's quota does not suffice any more",
};
