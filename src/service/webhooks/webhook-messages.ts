/** The messages that webhooks get: small, and without any address. */
import type { ChangeCounts } from '../../contract/list-changes.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { ListRecord } from '../lists/list-ports.ts';
import type { BatchRecord } from '../records.ts';
import type { MessageType } from './webhook-ports.ts';

/** What a message says, in the form of Standard Webhooks. */
export interface Message {
  readonly type: MessageType;
  readonly data: object;
}

/** The body that is signed and sent. */
export function toPayload({ type, data }: Message, at: number): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data });
}

const BATCH_TYPES = {
  completed: 'batch.completed',
  failed: 'batch.failed',
  cancelled: 'batch.cancelled',
} as const;

/** Undefined for a batch that has not ended. */
export function batchMessage(batch: BatchRecord): Message | undefined {
  const { id, status, totalCount, processedCount, createdAt } = batch;
  if (status === 'pending' || status === 'processing') return undefined;
  const data = { id, status, totalCount, processedCount, createdAt: isoTime(createdAt) };
  return { type: BATCH_TYPES[status], data };
}

export function listMessage(list: ListRecord): Message {
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
export function changesMessage(round: ChangedRound): Message {
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
): Message {
  return { type, data: { quota, used, resetsAt: isoTime(resetsAt) } };
}

export function testMessage(): Message {
  return { type: 'webhook.test', data: { message: 'This is a test of your webhook' } };
}
