import { isFinal } from '../contract/batch-state.ts';
import type { Batch, BatchResults } from '../contract/decode.ts';
import type { RowResult } from '../lists/output.ts';
import type { JobFile, Seen } from './job-file.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import { joinResults } from './join-results.ts';

export interface BatchAnswer {
  /** Aligned with the batch's addresses. */
  readonly results: readonly (RowResult | undefined)[];
  readonly seen: Seen;
}

/** What Get Batch Results says about a batch of a job. */
export function readAnswer(job: JobFile, batch: BatchRecord, answer: BatchResults): BatchAnswer {
  const collected = isOver(answer.batch);
  const results = joinResults(job.addresses(batch), answer.entries, collected);
  return { results, seen: { ...seenOf(batch, answer.batch), collected } };
}

/** What was seen of a batch from afar. */
export function seenOf(batch: BatchRecord, { status, processedCount }: Batch): Seen {
  const processed = Math.min(processedCount ?? batch.processed, sizeOf(batch));
  return { status, processed, collected: false };
}

/** True when the batch will not change any more, a state unknown to us included. */
export function isOver({ status, processedCount, totalCount }: Batch): boolean {
  if (status !== 'unknown') return isFinal(status);
  return totalCount !== undefined && (processedCount ?? 0) >= totalCount;
}
