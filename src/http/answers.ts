import type { BatchEntryOnWire, BatchOnWire } from '../contract/schemas.ts';
import { resultOf } from '../service/answer.ts';
import type { EntryRecord } from '../service/ports.ts';
import type { BatchRecord } from '../service/records.ts';

export function batchOnWire(batch: BatchRecord): BatchOnWire {
  const { id, status, totalCount, processedCount } = batch;
  const createdAt = new Date(batch.createdAt).toISOString();
  return { _id: id, status, totalCount, processedCount, createdAt };
}

export function entryOnWire({ id, email, status, facts, error }: EntryRecord): BatchEntryOnWire {
  return { id, email, status, result: facts && resultOf(email, facts), error };
}
