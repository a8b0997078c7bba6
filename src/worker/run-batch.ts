import { backoffDelay } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import { toAnswer } from '../service/answer.ts';
import type {
  BatchQueue,
  ClaimedBatch,
  EntryOutcome,
  PendingEntry,
} from '../service/batch-queue.ts';
import { cacheSlot } from '../service/cache-policy.ts';
import type { CacheStore } from '../service/ports.ts';
import type { Answer } from '../service/records.ts';
import type { Observe } from '../service/service-event.ts';
import type { VerifierPort } from '../service/verifier-port.ts';
import { internalFinding } from '../verifier/finding.ts';
import { LeaseLost, OutcomeWriter } from './outcome-writer.ts';
import type { WritePace } from './write-pace.ts';

export interface RunDeps {
  readonly queue: BatchQueue;
  readonly cache: CacheStore;
  readonly verifier: VerifierPort;
  readonly clock: Clock;
  readonly random: () => number;
  readonly observe: Observe;
}

interface BatchRun {
  readonly batch: ClaimedBatch;
  /** Aborted by the pool, with StopRun, when the batch was cancelled or the process stops. */
  readonly control: AbortController;
  /** Called with the number of entries that have a new result. */
  readonly onProgress: (count: number) => void;
  readonly pace: WritePace;
}

/** Ends a run early without an error: the batch was cancelled or the process stops. */
export class StopRun extends Error {
  override readonly name = 'StopRun';
}

/** No result came for longer than any wait of the verifier: a bug. */
export class StuckRun extends Error {
  override readonly name = 'StuckRun';
  readonly silentMs: number;

  constructor(silentMs: number) {
    super('the verifier has stopped giving results');
    this.silentMs = silentMs;
  }
}

/** Tries without progress after which a batch fails. */
const MAX_FAILURES = 5;
const RETRY = { first: 1000, max: 60_000 };
/** The verifier has this long to end after an abort. */
const ABORT_WITHIN_MS = 5000;
/** The error for the client; the cause is in the log. */
const FAILED = 'This address could not be verified because of an internal error';

/** Works on a claimed batch until it ends, is freed for another try, or its lease is lost. */
export async function runBatch(deps: RunDeps, run: BatchRun): Promise<void> {
  const writer = createWriter(deps, run);
  try {
    await verifyPending(deps, run, writer);
    await writer.drained();
    await complete(deps, run.batch);
  } catch (error) {
    // Results found so far are still written.
    await writer.drained().catch(() => {});
    const reason = run.control.signal.aborted ? run.control.signal.reason : error;
    if (reason instanceof StopRun || reason instanceof LeaseLost) return;
    if (reason instanceof StuckRun) await endStuck(deps, run, reason);
    else await afterFailure(deps, run.batch, { error: reason, progressed: writer.progressed });
  }
}

/** A verifier that reports nothing for an address has a bug: the batch must not count as complete. */
async function complete({ queue, observe }: RunDeps, batch: ClaimedBatch): Promise<void> {
  const { length } = await queue.pending(batch.batchId);
  if (length > 0) throw new Error(`the verifier ended without a word on ${length} entries`);
  await queue.complete(batch);
  observe({ event: 'batch_completed', batchId: batch.batchId });
}

/** Ends a stuck batch: its open addresses become unknown and cost nothing. */
async function endStuck(deps: RunDeps, run: BatchRun, { silentMs }: StuckRun): Promise<void> {
  const { queue, clock, observe } = deps;
  const { batch, pace } = run;
  const { batchId, teamId, size } = batch;
  const open = distinct(await queue.pending(batchId));
  const unknown = open.length;
  observe({ event: 'batch_stuck', batchId, teamId, size, unknown, silentMs });
  const record = (group: readonly EntryOutcome[]) => queue.record(batch, group, clock.now());
  const writer = new OutcomeWriter({ record, pace, onStop: () => {} });
  for (const { email, positions } of open) {
    const answer = toAnswer(internalFinding(email), clock.now());
    writer.add({ positions, answer });
    reportVerification(deps, email, { answer, cached: false });
  }
  await writer.drained();
  await complete(deps, batch);
}

function createWriter({ queue, clock }: RunDeps, run: BatchRun): OutcomeWriter {
  const { batch, control, pace } = run;
  return new OutcomeWriter({
    pace,
    record: (group) => queue.record(batch, group, clock.now()),
    onStop: (reason) => control.abort(reason),
  });
}

async function verifyPending(deps: RunDeps, run: BatchRun, writer: OutcomeWriter): Promise<void> {
  const { cache, verifier, clock, queue } = deps;
  const addresses = distinct(await queue.pending(run.batch.batchId));
  const keys = addresses.map(({ cacheKey }) => cacheKey);
  const cached = await cache.find(keys, clock.now());
  const open: Address[] = [];
  for (const address of addresses) {
    const answer = cached.get(address.cacheKey);
    // An undecided answer is not reused: a client that sends the address again wants a new try.
    if (!answer?.decided) {
      open.push(address);
      continue;
    }
    run.onProgress(address.positions.length);
    writer.add({ positions: address.positions, answer });
    reportVerification(deps, address.email, { answer, cached: true });
  }
  if (open.length === 0) return;
  let isOver = false;
  const report: Parameters<VerifierPort['verifyAll']>[1] = (index, finding) => {
    if (isOver) return;
    const { positions, cacheKey, email } = open[index] as Address;
    const now = clock.now();
    const answer = toAnswer(finding, now);
    run.onProgress(positions.length);
    writer.add({ positions, answer, charged: true, keep: cacheSlot(cacheKey, answer, now) });
    reportVerification(deps, email, { answer, cached: false });
  };
  const emails = open.map(({ email }) => email);
  const { teamId: team, batchId } = run.batch;
  const { signal } = run.control;
  const work = verifier.verifyAll(emails, report, { signal, owner: { team, batch: batchId } });
  await endsAfterAbort(work, signal, clock).finally(() => {
    isOver = true;
  });
}

/** Rejects some time after the signal has aborted if the work has not ended. */
async function endsAfterAbort(
  work: Promise<void>,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  const done = new AbortController();
  const overdue = new Promise<never>((_, reject) => {
    const wait = () => {
      clock.sleep(ABORT_WITHIN_MS, done.signal).then(
        () => reject(signal.reason),
        () => {},
      );
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true, signal: done.signal });
  });
  await Promise.race([work, overdue]).finally(() => done.abort());
}

function reportVerification(
  { observe }: RunDeps,
  email: string,
  { answer: { decided, reason }, cached }: { answer: Answer; cached: boolean },
): void {
  observe({ event: 'verification', mode: 'batch', cached, email, decided, reason });
}

interface Address {
  readonly email: string;
  readonly cacheKey: string;
  readonly positions: number[];
}

/** Entries with the same cache key are one mailbox, verified once for all of them. */
function distinct(entries: readonly PendingEntry[]): Address[] {
  const addresses = new Map<string, Address>();
  for (const { position, email, cacheKey } of entries) {
    const known = addresses.get(cacheKey);
    if (known) known.positions.push(position);
    else addresses.set(cacheKey, { email, cacheKey, positions: [position] });
  }
  return [...addresses.values()];
}

interface Failure {
  readonly error: unknown;
  readonly progressed: boolean;
}

/** Progress resets the count of failures: only a batch without any progress fails. */
async function afterFailure(
  { queue, clock, random, observe }: RunDeps,
  batch: ClaimedBatch,
  { error, progressed }: Failure,
): Promise<void> {
  const before = progressed ? 0 : batch.failures;
  if (before + 1 >= MAX_FAILURES) {
    observe({ event: 'batch_failed', batchId: batch.batchId, error });
    await queue.fail(batch, FAILED);
    return;
  }
  observe({ event: 'batch_retried', batchId: batch.batchId, error });
  await queue.retry(batch, clock.now() + backoffDelay(RETRY, before, random()));
}
