import type { BatchEntryWithDetail, VerificationResultWithDetail } from '../contract/detail.ts';
import type { BatchEntryOnWire, BatchOnWire, VerificationResult } from '../contract/schemas.ts';
import { toResult } from '../service/answer.ts';
import { withDetail } from '../service/detail.ts';
import type { EntryRecord } from '../service/ports.ts';
import type { BatchRecord, StoredVerification } from '../service/records.ts';
import type { Include } from './include.ts';

export function batchOnWire(batch: BatchRecord): BatchOnWire {
  const { id, status, totalCount, processedCount } = batch;
  const createdAt = new Date(batch.createdAt).toISOString();
  return { _id: id, status, totalCount, processedCount, createdAt };
}

/** The nine fields, in the interface's order, and `detail` where it was asked for. */
export function verificationOnWire(
  verification: StoredVerification,
  include: Include,
): VerificationResult | VerificationResultWithDetail {
  const { email, detail, ...facts } = verification;
  const result = toResult(email, facts);
  return include === 'detail' ? withDetail({ ...result, detail }) : result;
}

export function entryOnWire(
  { id, email, status, facts, detail, error }: EntryRecord,
  include: Include,
): BatchEntryOnWire | BatchEntryWithDetail {
  const result = facts && verificationOnWire({ ...toResult(email, facts), detail }, include);
  return { id, email, status, result, error };
}
