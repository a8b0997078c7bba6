import { backoffDelay } from '../lib/backoff.ts';
import type { ClaimedPart, EntryOutcome, NewPart } from '../service/batches/part-queue.ts';
import { StoreError } from '../service/store-error.ts';
import { toResult } from '../service/verifications/to-result.ts';
import { internalFinding } from '../verifier/engine/finding.ts';
import { distinct } from './distinct.ts';
import { LeaseLost, OutcomeWriter } from './outcome-writer.ts';
import { type PartRun, type RunDeps, reportVerification, StopRun, StuckRun } from './part-run.ts';
import { verifyPart } from './verify-part.ts';

/** Tries without progress after which a batch fails. */
const MAX_FAILURES = 5;
const RETRY = { first: 1000, max: 60_000 };
/** The error for the client; the cause is in the log. */
const FAILED = 'This address could not be verified because of an internal error';

/**
 * Works on a claimed part until it ends, is freed for another try, or its claim is lost. Returns the
 * queues of the parts that it left behind.
 */
export async function runPart(deps: RunDeps, run: PartRun): Promise<readonly string[]> {
  const writer = createWriter(deps, run);
  try {
    const left = await verifyPart(deps, run, writer);
    await writer.drained();
    await end(deps, run.part, left);
    return left.map(({ queue }) => queue);
  } catch (error) {
    // Results found so far are still written.
    await writer.drained().catch(() => {});
    const reason = run.control.signal.aborted ? run.control.signal.reason : error;
    if (reason instanceof StopRun || reason instanceof LeaseLost) return [];
    if (reason instanceof StuckRun) await endStuck(deps, run, reason);
    else await afterFailure(deps, run.part, { error: reason, progressed: writer.progressed });
    return [run.part.queue];
  }
}

/** A verifier that reports nothing for an address has a bug: the part must not count as complete. */
async function end(
  { parts, observe }: RunDeps,
  part: ClaimedPart,
  left: readonly NewPart[],
): Promise<void> {
  const known = new Set(left.flatMap(({ entries }) => entries.map(({ position }) => position)));
  const lost = (await parts.pending(part)).filter(({ position }) => !known.has(position)).length;
  if (lost > 0) throw new Error(`the verifier ended without a word on ${lost} entries`);
  if (left.length > 0) await parts.divide?.(part, left);
  else if (await parts.complete(part)) {
    observe({ event: 'batch_completed', batchId: part.batchId });
  }
}

/** Ends a stuck part: its open addresses become unknown and cost nothing. */
async function endStuck(deps: RunDeps, run: PartRun, { silentMs }: StuckRun): Promise<void> {
  const { parts, clock, observe } = deps;
  const { part, pace } = run;
  const { batchId, teamId, size } = part;
  const open = distinct(await parts.pending(part));
  const unknown = open.length;
  observe({ event: 'batch_stuck', batchId, teamId, size, unknown, silentMs });
  const record = (group: readonly EntryOutcome[]) => parts.record(part, group, clock.now());
  const writer = new OutcomeWriter({ record, pace, onStop: () => {} });
  for (const { email, positions } of open) {
    const result = toResult(internalFinding(email), clock.now());
    writer.add({ positions, result });
    reportVerification(deps, email, { result, cached: false });
  }
  await writer.drained();
  await end(deps, part, []);
}

function createWriter({ parts, clock }: RunDeps, { part, control, pace }: PartRun): OutcomeWriter {
  return new OutcomeWriter({
    pace,
    record: (group) => parts.record(part, group, clock.now()),
    onStop: (reason) => control.abort(reason),
  });
}

interface Failure {
  readonly error: unknown;
  readonly progressed: boolean;
}

/**
 * Progress resets the count of failures: only a part without any progress fails. A database that is
 * away says nothing about the part.
 */
async function afterFailure(
  { parts, random, observe }: RunDeps,
  part: ClaimedPart,
  { error, progressed }: Failure,
): Promise<void> {
  const { batchId } = part;
  const before = progressed ? 0 : part.failures;
  if (before + 1 >= MAX_FAILURES && !(error instanceof StoreError)) {
    // The embedded client polls on the event: the batch must have ended by then.
    await parts.fail(part, FAILED);
    observe({ event: 'batch_failed', batchId, error });
    return;
  }
  observe({ event: 'batch_retried', batchId, error });
  await parts.retry(part, backoffDelay(RETRY, before, random()));
}
