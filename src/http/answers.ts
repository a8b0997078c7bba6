import type {
  BatchEntryWithDetail,
  BatchWithDetail,
  VerificationResultWithDetail,
} from '../contract/detail.ts';
import type {
  BatchEntryOnWire,
  BatchOnWire,
  SuppressionOnWire,
  VerificationResult,
} from '../contract/schemas.ts';
import { isoTime } from '../lib/iso-time.ts';
import { resultOnWire, resultWithDetail } from '../result/on-wire.ts';
import type { VerifiedAddress } from '../result/result.ts';
import { findWaits } from '../service/batches/batch-waits.ts';
import type { PartWait } from '../service/batches/part-queue.ts';
import type { EntryRecord, ServiceContext } from '../service/ports.ts';
import type { BatchRecord } from '../service/records.ts';
import { isHash } from '../service/suppressions/suppression-entry.ts';
import type { Suppression } from '../service/suppressions/suppression-ports.ts';
import type { Include } from './include.ts';

export function batchOnWire(batch: BatchRecord): BatchOnWire {
  const { id, status, totalCount, processedCount } = batch;
  const createdAt = isoTime(batch.createdAt);
  return { _id: id, status, totalCount, processedCount, createdAt };
}

type WaitsContext = Pick<ServiceContext, 'store' | 'verifier' | 'clock'>;

export async function batchWithDetail(
  context: WaitsContext,
  batch: BatchRecord,
): Promise<BatchWithDetail> {
  const [shown = batchOnWire(batch)] = await batchesWithDetail(context, [batch]);
  return shown;
}

export async function batchesWithDetail(
  context: WaitsContext,
  batches: readonly BatchRecord[],
): Promise<BatchWithDetail[]> {
  const waits = await findWaits(context, batches);
  const now = context.clock.now();
  return batches.map((batch) => withWaits(batch, waits.get(batch.id) ?? [], now));
}

function withWaits(batch: BatchRecord, waiting: readonly PartWait[], now: number): BatchWithDetail {
  if (waiting.length === 0) return batchOnWire(batch);
  // Whole seconds: the same wait looks the same each time, by whichever clock it is measured.
  const until = (left: number) => isoTime(Math.round((now + left) / 1000) * 1000);
  const waits = waiting.map(({ reason, count, left }) => ({ reason, count, until: until(left) }));
  return { ...batchOnWire(batch), waiting: waits };
}

/** The nine fields, in the interface's order, and `detail` where the request includes it. */
export function verificationOnWire(
  verified: VerifiedAddress,
  include: Include,
): VerificationResult | VerificationResultWithDetail {
  return include === 'detail' ? resultWithDetail(verified) : resultOnWire(verified);
}

export function suppressionOnWire({ entry, addedAt }: Suppression): SuppressionOnWire {
  return { email: isHash(entry) ? null : entry, addedAt: isoTime(addedAt) };
}

export function entryOnWire(
  { id, email, status, result, error }: EntryRecord,
  include: Include,
): BatchEntryOnWire | BatchEntryWithDetail {
  const found = result && verificationOnWire({ email, result }, include);
  return { id, email, status, result: found, error };
}
