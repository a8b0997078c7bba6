import { isObject, type JsonObject } from '../../lib/json.ts';
import { COMPLAINT_TYPES } from '../mail/feedback-report.ts';
import { type SentEvent, textOf } from './sent-event.ts';

/** The events that an object of a provider holds; undefined where the object is not the provider's. */
export type EventReader = (value: JsonObject) => readonly SentEvent[] | undefined;

const objects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const inner = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Amazon SES: event publishing and notifications, as they are. */
export const readSes: EventReader = (value) => {
  const type = textOf(value.eventType ?? value.notificationType);
  if (type === undefined || !isObject(value.mail)) return undefined;
  return SES[type]?.(value) ?? [];
};

const SES: Readonly<Record<string, (value: JsonObject) => SentEvent[]>> = {
  Bounce: ({ bounce: given }) => {
    const bounce = inner(given);
    const { bounceType, bounceSubType, timestamp: at } = bounce;
    const kind = /^(?:General|Undetermined|NoEmail)?$/.test(textOf(bounceSubType) ?? '')
      ? textOf(bounceType)
      : textOf(bounceSubType);
    return objects(bounce.bouncedRecipients).map(({ emailAddress, diagnosticCode, status }) => {
      return { email: bare(emailAddress), kind, reply: diagnosticCode, status, at };
    });
  },
  Complaint: ({ complaint: given }) => {
    const { complainedRecipients, complaintFeedbackType, complaintSubType, timestamp } =
      inner(given);
    const type = textOf(complaintFeedbackType)?.toLowerCase();
    // Without a type it is a report by a person, from a provider that names no types.
    if (type !== undefined && !COMPLAINT_TYPES.has(type)) return [];
    const kind = textOf(complaintSubType) ?? 'complaint';
    return objects(complainedRecipients).map(({ emailAddress }) => {
      return { email: bare(emailAddress), kind, at: timestamp };
    });
  },
  Delivery: ({ delivery: given }) => {
    const { recipients, smtpResponse: reply, timestamp: at, reportingMTA: _ } = inner(given);
    const emails = Array.isArray(recipients) ? recipients : [];
    return emails.map((email) => ({ email: bare(email), kind: 'delivered', reply, at }));
  },
  DeliveryDelay: ({ deliveryDelay: given }) => {
    const { delayedRecipients, timestamp: at } = inner(given);
    return objects(delayedRecipients).map(({ emailAddress, diagnosticCode: reply, status }) => {
      return { email: bare(emailAddress), kind: 'delay', reply, status, at };
    });
  },
};

/** `Ada <ada@example.com>` as the address alone. */
function bare(value: unknown): unknown {
  return textOf(value)?.replace(/^.*<([^<>]+)>\s*$/, '$1');
}

/** SendGrid: event webhook. */
export const readSendGrid: EventReader = (value) => {
  const kind = textOf(value.event);
  if (kind === undefined || !('sg_event_id' in value || 'sg_message_id' in value)) return undefined;
  const { email, reason, response, status, timestamp: at, type } = value;
  return [
    { email, kind: type === 'blocked' ? 'blocked' : kind, reply: reason ?? response, status, at },
  ];
};

/** Postmark: webhooks, and the entries of its bounce API. */
export const readPostmark: EventReader = (value) => {
  const { RecordType, Type, Email, Recipient, Details, BouncedAt, DeliveredAt } = value;
  const isEntry = 'TypeCode' in value && 'BouncedAt' in value;
  if (RecordType === undefined && !isEntry) return undefined;
  const kind = textOf(Type) ?? textOf(RecordType);
  const isDelivery = RecordType === 'Delivery';
  const reply = isDelivery || kind === 'SpamComplaint' ? undefined : Details || undefined;
  const named = isDelivery ? 'delivered' : kind;
  return [{ email: Email ?? Recipient, kind: named, reply, at: BouncedAt ?? DeliveredAt }];
};

/** Mailgun: webhooks and events; the entries of its bounce list are read by their fields. */
export const readMailgun: EventReader = (value) => {
  const event = isObject(value['event-data']) ? value['event-data'] : value;
  const kind = textOf(event.event);
  if (kind === undefined || !('recipient' in event)) return undefined;
  const status = inner(event['delivery-status']);
  const { recipient: email, severity, reason, timestamp: at } = event;
  const isTemporary = kind === 'failed' && severity === 'temporary';
  const suppressed = textOf(reason)?.startsWith('suppress') === true;
  return [
    {
      email,
      kind: suppressed ? 'suppressed' : isTemporary ? 'deferred' : kind,
      reply: status.message || status.description,
      code: status.code,
      status: status['enhanced-code'],
      host: status['mx-host'],
      at,
    },
  ];
};

/** Azure Communication Services: delivery reports of Event Grid, in its own and in the CloudEvents schema. */
export const readAzure: EventReader = (value) => {
  const type = textOf(value.eventType ?? value.type);
  if (type === undefined || !/^Microsoft\.(?:Communication|EventGrid)\./.test(type))
    return undefined;
  if (!type.endsWith('.EmailDeliveryReportReceived')) return [];
  const { recipient: email, status, deliveryStatusDetails, ...data } = inner(value.data);
  const { statusMessage: reply, recipientMailServerHostName: host } = inner(deliveryStatusDetails);
  const at =
    data.deliveryAttemptTimeStamp ?? data.deliveryAttemptTimestamp ?? value.eventTime ?? value.time;
  const kind = textOf(status);
  return [{ email, kind, reply: kind === 'Delivered' ? undefined : reply, host, at }];
};

/** Brevo: an entry of its list of contacts that get no transactional mail. Its events are read by their fields. */
export const readBrevo: EventReader = (value) => {
  const { email, reason, blockedAt: at } = value;
  const code = textOf(inner(reason).code);
  if (at === undefined || code === undefined) return undefined;
  // The others unsubscribed, or were blocked by hand.
  const kind = BREVO_REASONS[code];
  return kind === undefined ? [] : [{ email, kind, at }];
};

const BREVO_REASONS: Readonly<Record<string, string>> = {
  hardBounce: 'hardBounce',
  contactFlaggedAsSpam: 'complaint',
};

/** Mandrill, Mailchimp's transactional mail. */
export const readMandrill: EventReader = (value) => {
  const { event, msg, ts: at } = value;
  if (typeof event !== 'string' || !isObject(msg)) return undefined;
  return [{ email: msg.email, kind: event, reply: msg.diag || undefined, at }];
};
