/**
 * Webhooks: what happens to a team is sent to addresses that the team chose. An event is written as
 * deliveries, one for each webhook that wants it, in the transaction of the change itself: neither is
 * there without the other. Times are milliseconds since the Unix epoch.
 *
 *     pending ──2xx──► delivered
 *        │  └─ retry ─┐    │
 *        ▲            │    │
 *        ├────────────┘    │
 *        ├──── replay ─────┘
 *        └──── replay ──── failed ◄── no success within a day of the first attempt, or, after
 *                                      an attempt, the webhook is disabled
 */

import type { ChangeCounts } from '../../contract/list-changes.ts';
import type { WebhookEvent } from '../../contract/webhook-events.ts';
import { type Message, message } from '../../i18n/message.ts';
import type { Hint } from '../../lib/errors.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { ListRecord } from '../lists/list-ports.ts';
import type { AuditedChange } from '../people/records.ts';
import type { BatchRecord } from '../records.ts';

/** Sent when somebody asks for it, whatever events the webhook wants. */
export const TEST_EVENT = 'webhook.test';
/** The type of a message. */
export type MessageType = WebhookEvent | typeof TEST_EVENT;

/** Between two attempts. A later date was written before the clock was set back. */
export const LONGEST_RETRY_MS = 4 * 60 * 60_000;

/** `gone`: the receiver answered 410; `failing`: nothing has arrived for days. */
export type DisabledReason = 'gone' | 'failing';

/** What messages say that were attempted, and are not attempted again. */
export const WHILE_DISABLED: Readonly<Record<DisabledReason, Message>> = {
  gone: message('errorTexts.webhook_was_gone'),
  failing: message('errorTexts.webhook_was_failing'),
};

/** How a message is written: by Standard Webhooks, or as what Slack or Microsoft Teams show. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** A webhook without its secrets. */
export interface WebhookRecord {
  readonly id: string;
  readonly teamId: string;
  readonly teamName: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly createdAt: number;
  /** The first failed attempt since the last success; null: the last attempt succeeded. */
  readonly failingSince: number | null;
  /** Nothing is sent from then on; null: it is enabled. */
  readonly disabledAt: number | null;
  readonly disabledReason: DisabledReason | null;
  /** Until then messages are also signed with the earlier secret; null without one. */
  readonly overlapUntil: number | null;
  readonly format: WebhookFormat;
}

/** A webhook to be stored. */
export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
  /** Absent: `standard`. */
  readonly format?: WebhookFormat | undefined;
}

export type MessageStatus = 'pending' | 'delivered' | 'failed';

export interface LogPage {
  readonly limit: number;
  /** The id of a message; absent: from the newest on. */
  readonly before?: string | undefined;
}

/** One line of the delivery log. */
export interface MessageRecord {
  /** The `webhook-id` of the message: the same at each attempt. */
  readonly id: string;
  readonly type: MessageType;
  readonly status: MessageStatus;
  readonly createdAt: number;
  readonly attempts: number;
  /** Of the last attempt; null before the first. */
  readonly attemptedAt: number | null;
  /** The status that the receiver answered with; null without an answer. */
  readonly answer: number | null;
  /** Why the last attempt failed; null where it did not. */
  readonly error: Message | null;
  /** Milliseconds of the last attempt. */
  readonly took: number | null;
  /** Of the next attempt, while it is pending. */
  readonly nextAt: number;
}

/**
 * Says why no message can ever go to a URL, as far as the URL shows it: a sentence without a full stop;
 * undefined: it may be used.
 */
export type JudgeTarget = (url: URL) => TargetProblem | undefined;

export interface TargetProblem {
  readonly said: Message;
  /** For a terminal, whose reader may open the network. */
  readonly text: Hint;
}

/** A new secret, and until when the one before signs as well. */
export interface Rotation {
  readonly secret: string;
  readonly overlapUntil: number;
}

/** A team's webhooks. Each method is one transaction; changes are written to the audit log with it. */
export interface WebhookStore {
  /** False, with nothing stored, where the team has `most` of them. */
  create(webhook: NewWebhook, most: number, change: AuditedChange): Promise<boolean>;
  /** Oldest first. */
  list(): Promise<WebhookRecord[]>;
  find(id: string): Promise<WebhookRecord | undefined>;
  rotate(id: string, rotation: Rotation, change: AuditedChange): Promise<boolean>;
  /** Sends again, also what has waited since it was disabled; what failed stays as it is. */
  enable(id: string, change: AuditedChange): Promise<boolean>;
  /** Deletes it with its delivery log. */
  remove(id: string, change: AuditedChange): Promise<boolean>;
  /** Queues a test message and returns its id; undefined for an unknown webhook. */
  sendTest(id: string, at: number): Promise<string | undefined>;
  /** Newest first, from the message after `before`. */
  deliveries(id: string, page: LogPage): Promise<MessageRecord[]>;
  delivery(webhookId: string, id: string): Promise<MessageRecord | undefined>;
  /** Sends an ended message again; false if it does not exist, or its webhook is disabled. */
  replay(webhookId: string, id: string, at: number): Promise<boolean>;
}

/** A webhook to which something can be sent now. */
export interface DueWebhook {
  readonly webhookId: string;
  readonly teamId: string;
  /** Since the last success: its messages are attempted one at a time. */
  readonly isFailing: boolean;
}

/** Deliveries that a process wants to attempt. */
export interface WantedMessages {
  readonly webhookId: string;
  /** At most. */
  readonly count: number;
}

export interface ClaimTime {
  readonly now: number;
  /** How long nobody else attempts what is claimed. */
  readonly leaseMs: number;
}

/** A delivery that one process attempts now. */
export interface ClaimedMessage {
  /** The `webhook-id` of the message. */
  readonly id: string;
  /** Its row. */
  readonly seq: number;
  /** The end of the lease, by which the result of an expired one is recognised. */
  readonly leasedUntil: number;
  readonly webhookId: string;
  readonly teamId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly type: MessageType;
  /** JSON. */
  readonly payload: string;
  /** The current one first. */
  readonly secrets: readonly string[];
  /** When this attempt was to be made. */
  readonly dueAt: number;
  /** Attempts before this one. */
  readonly attempts: number;
  /** No attempt is made later; set by the first attempt. */
  readonly expiresAt: number;
  /** The first failed attempt of the webhook since its last success. */
  readonly failingSince: number | null;
  /** Failed attempts of the webhook since its last success. */
  readonly failures: number;
}

/** What came of an attempt, as it is stored. */
export interface AttemptRecord {
  readonly at: number;
  readonly took: number;
  readonly answer: number | null;
  /** Null for a success. */
  readonly error: Message | null;
  /** The next attempt; null if there is no next one. */
  readonly nextAt: number | null;
  /** No attempt is made later. */
  readonly expiresAt: number;
  /** Nothing is sent to the webhook before; counts where the attempt failed. */
  readonly retryAt: number;
  /** Ends the open deliveries of the webhook that were attempted, and writes it to the audit log. */
  readonly disable?: DisabledReason;
}

export interface QuotaMonth {
  /** As `2026-11`. */
  readonly month: string;
  readonly resetsAt: number;
}

export interface QuotaNotice extends QuotaMonth {
  readonly teamId: string;
}

/** The deliveries of all teams. Each method is one transaction. */
export interface WebhookQueue {
  /** The webhooks of one team, or of all, oldest first. */
  webhooks(teamId?: string): Promise<WebhookRecord[]>;
  /** The team of a webhook. */
  teamOf(webhookId: string): Promise<string | undefined>;
  /** Webhooks with a message whose time has come. */
  due(now: number): Promise<DueWebhook[]>;
  /**
   * Takes the oldest messages that nobody attempts. Of a failing webhook one, and none while another
   * process attempts one of it.
   */
  claim(wanted: readonly WantedMessages[], time: ClaimTime): Promise<ClaimedMessage[]>;
  /** Resolves when it is committed. Nothing is written where the lease is another process's by now. */
  record(delivery: ClaimedMessage, outcome: AttemptRecord): Promise<void>;
  /** Frees deliveries that were claimed and not attempted. */
  release(deliveries: readonly ClaimedMessage[]): Promise<void>;
  /** Calls back whenever this process has committed a message. */
  onQueued(listener: () => void): void;
  /** Writes `quota.reached`, once a month and quota. */
  noteQuotaReached(notice: QuotaNotice): Promise<void>;
  /** Writes `quota.nearly_reached` for each team that has used most of its quota, once a month and quota. */
  warnOfQuotas(month: QuotaMonth): Promise<void>;
  /**
   * Deletes ended deliveries created before a time, and what waits for a webhook that was disabled before
   * it, so many at a time; false where more may be left.
   */
  sweep(before: number): Promise<boolean>;
}

/** The messages that webhooks get: small, and without any address. */

/** What a message says, in the form of Standard Webhooks. */
export interface WebhookMessage {
  readonly type: MessageType;
  readonly data: object;
}

/** The body that is signed and sent. */
export function toPayload({ type, data }: WebhookMessage, at: number): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data });
}

const BATCH_TYPES = {
  completed: 'batch.completed',
  failed: 'batch.failed',
  cancelled: 'batch.cancelled',
} as const;

/** Undefined for a batch that has not ended. */
export function batchMessage(batch: BatchRecord): WebhookMessage | undefined {
  const { id, status, totalCount, processedCount, createdAt } = batch;
  if (status === 'pending' || status === 'processing') return undefined;
  const data = { id, status, totalCount, processedCount, createdAt: isoTime(createdAt) };
  return { type: BATCH_TYPES[status], data };
}

export function listMessage(list: ListRecord): WebhookMessage {
  const { id, name, totalCount, verdicts, createdAt } = list;
  const data = { id, name, status: list.status, totalCount, verdicts };
  return { type: 'list.completed', data: { ...data, createdAt: isoTime(createdAt) } };
}

interface ChangedRound {
  readonly id: string;
  readonly name: string;
  /** The address of the list's page. */
  readonly page: string;
  /** Addresses that were verified again. */
  readonly checked: number;
  readonly changes: ChangeCounts;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A round of a watched list in which something changed. */
export function changesMessage(round: ChangedRound): WebhookMessage {
  const { id, name, page, checked, changes, startedAt, endedAt } = round;
  const { worse, better, other } = changes;
  const times = { startedAt: isoTime(startedAt), endedAt: isoTime(endedAt) };
  const data = { id, name, checkedCount: checked, changes: { worse, better, other } };
  return { type: 'list.changed', data: { ...data, ...times, url: page } };
}

interface QuotaState {
  readonly quota: number;
  readonly used: number;
  readonly resetsAt: number;
}

export function quotaMessage(
  type: 'quota.nearly_reached' | 'quota.reached',
  { quota, used, resetsAt }: QuotaState,
): WebhookMessage {
  return { type, data: { quota, used, resetsAt: isoTime(resetsAt) } };
}

export function testMessage(): WebhookMessage {
  return { type: 'webhook.test', data: { message: 'This is a test of your webhook' } };
}
