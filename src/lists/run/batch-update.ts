import { isFinal } from '../../contract/batch-state.ts';
import type { Batch, BatchResults } from '../../contract/decode.ts';
import { isMailvetError } from '../../errors.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { JobFile } from '../file/job-file.ts';
import type { BatchSnapshot } from '../file/job-record.ts';
import { type BatchRecord, sizeOf } from '../file/job-record.ts';
import { joinResults, toResult } from './join-results.ts';

/** The results and the state that an answer brought of a batch. */
export interface BatchUpdate {
  /** Aligned with the batch's addresses. */
  readonly results: readonly (RowResult | undefined)[];
  readonly snapshot: BatchSnapshot;
}

/** What Get Batch Results says about a batch of a job, of which nothing more may be to come. */
export function toBatchUpdate(
  job: JobFile,
  batch: BatchRecord,
  { answer, collected }: { readonly answer: BatchResults; readonly collected: boolean },
): BatchUpdate {
  const { results, fault } = joinResults(job.addresses(batch), answer.entries, collected);
  return {
    results,
    snapshot: { ...toSnapshot(batch, answer.batch), collected, fault: fault ?? null },
  };
}

/** A snapshot without results, as List Batches shows it. */
export function toSnapshot(batch: BatchRecord, { status, processedCount }: Batch): BatchSnapshot {
  const processed = Math.min(processedCount ?? batch.processed, sizeOf(batch));
  return { status, processed, collected: false };
}

/** True when the batch seems to have ended; for an unknown state its counts decide. */
export function hasEnded({ status, processedCount, totalCount }: Batch): boolean {
  if (status !== 'unknown') return isFinal(status);
  return totalCount !== undefined && (processedCount ?? 0) >= totalCount;
}

/** Polls in a row without a new result after which an unknown state counts as the end: 17 s of a young batch, 5 min of an old one. */
const MAX_UNCHANGED_POLLS = 30;

/** Decides for each answer of Get Batch Results whether the batch has ended. */
export class EndDetector {
  readonly #last = new Map<string, { readonly count: number; readonly polls: number }>();

  /** An unknown state counts as the end when all results are there, or when no more come. */
  hasEnded(id: string, { batch, entries }: BatchResults): boolean {
    if (batch.status !== 'unknown' || !hasEnded(batch)) return hasEnded(batch);
    const count = entries.filter((entry) => toResult(entry)).length;
    if (count >= (batch.totalCount ?? 0)) return true;
    const last = this.#last.get(id);
    const polls = last?.count === count ? last.polls + 1 : 1;
    this.#last.set(id, { count, polls });
    return polls >= MAX_UNCHANGED_POLLS;
  }
}

/** The service has the batch, but its results not yet: Conflict, or Too Early (RFC 8470 §5.2). */
export function isNotReady(error: unknown): boolean {
  return isMailvetError(error, 'refused') && (error.status === 409 || error.status === 425);
}
