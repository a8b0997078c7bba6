import { isFinal } from '../contract/batch-state.ts';
import type { Batch, BatchResults } from '../contract/decode.ts';
import { isMailvetError } from '../errors.ts';
import type { RowResult } from '../lists/write/outcome.ts';
import type { JobFile, Seen } from './job-file.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import { joinResults, resultOf } from './join-results.ts';

export interface BatchAnswer {
  /** Aligned with the batch's addresses. */
  readonly results: readonly (RowResult | undefined)[];
  readonly seen: Seen;
}

/** What Get Batch Results says about a batch of a job, of which nothing more may be to come. */
export function readAnswer(
  job: JobFile,
  batch: BatchRecord,
  { answer, collected }: { readonly answer: BatchResults; readonly collected: boolean },
): BatchAnswer {
  const { results, fault } = joinResults(job.addresses(batch), answer.entries, collected);
  return { results, seen: { ...seenOf(batch, answer.batch), collected, fault: fault ?? null } };
}

/** What was seen of a batch from afar. */
export function seenOf(batch: BatchRecord, { status, processedCount }: Batch): Seen {
  const processed = Math.min(processedCount ?? batch.processed, sizeOf(batch));
  return { status, processed, collected: false };
}

/** True when the batch seems not to change any more; a state unknown to us goes by its counts. */
export function isOver({ status, processedCount, totalCount }: Batch): boolean {
  if (status !== 'unknown') return isFinal(status);
  return totalCount !== undefined && (processedCount ?? 0) >= totalCount;
}

/** Polls in a row without news (17 s of a young batch, 5 min of an old one), after which such a state is the end. */
const POLLS_TO_BE_OVER = 30;

/** Decides for each answer of Get Batch Results whether more is to come. */
export class EndWatch {
  readonly #last = new Map<string, { readonly count: number; readonly polls: number }>();

  /** A state unknown to us is believed to be the end when all results are there, or none come any more. */
  isOver(id: string, { batch, entries }: BatchResults): boolean {
    if (batch.status !== 'unknown' || !isOver(batch)) return isOver(batch);
    const count = entries.filter((entry) => resultOf(entry)).length;
    if (count >= (batch.totalCount ?? 0)) return true;
    const last = this.#last.get(id);
    const polls = last?.count === count ? last.polls + 1 : 1;
    this.#last.set(id, { count, polls });
    return polls >= POLLS_TO_BE_OVER;
  }
}

/** The service has the batch, but its results not yet: Conflict, or Too Early (RFC 8470 §5.2). */
export function isNotYet(error: unknown): boolean {
  return isMailvetError(error, 'refused') && (error.status === 409 || error.status === 425);
}
