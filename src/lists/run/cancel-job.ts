import type { Batch } from '../../contract/decode.ts';
import type { Clock } from '../../lib/clock.ts';
import { isMailvetError, type MailvetError } from '../../lib/errors.ts';
import { lockFile } from '../file/file-lock.ts';
import type { JobFile } from '../file/job-file.ts';
import type { JobBatch } from '../file/job-record.ts';
import { findBatch } from './find-batch.ts';
import { hasEnded } from './follow-batches.ts';
import type { JobRun } from './job-run.ts';

/** A batch that could not be cancelled. */
interface CancelFailure {
  readonly id: string;
  readonly error: MailvetError;
}

/** What became of a job that was cancelled. */
export interface CancelOutcome {
  /** Batches that are cancelled now. */
  readonly cancelled: readonly Batch[];
  /** Batches that had ended otherwise. */
  readonly ended: readonly Batch[];
  readonly failures: readonly CancelFailure[];
  /** Batches of the job whose answer was lost, and that the service does not show. */
  readonly lost: readonly JobBatch[];
  /** The process that works on the job has not stopped sending. */
  readonly isSending: boolean;
}

type CancelRun = Pick<JobRun, 'job' | 'client' | 'clock' | 'signal' | 'foreignBatchIds'>;

/** How long another process has to stop sending: it looks behind each request, and at each poll. */
const STOP_MS = 30_000;
const LOOK_MS = 100;

/**
 * Cancels a job: what is left of it is never sent, unless it is resumed, and its open batches are
 * cancelled. Another process may be at work on it: it is asked to stop, and what it sent until then
 * is cancelled, too.
 */
export async function cancelJob(run: CancelRun): Promise<CancelOutcome> {
  const { job } = run;
  job.cancellation.request();
  const batches = new CancelledBatches(run);
  // At once: each moment is charged.
  await batches.cancel(job.openBatches());
  using lock = await waitUntilStopped(job, run.clock, run.signal);
  const lost = lock.isHeld ? await findLost(run) : [];
  await batches.cancel(job.openBatches());
  if (lock.isHeld) keepCancelled(job, lost);
  return { ...batches, lost, isSending: !lock.isHeld && job.cancellation.isRequested };
}

/** The same for a job that this process has stopped working on, and whose lock it holds. */
export async function cancelOwnJob(
  run: CancelRun,
): Promise<Pick<CancelOutcome, 'cancelled' | 'failures'>> {
  const { job } = run;
  job.cancellation.request();
  const batches = new CancelledBatches(run);
  await batches.cancel(job.openBatches());
  keepCancelled(job, []);
  return batches;
}

/** A job of which nothing is left to send needs no word of it. */
function keepCancelled(job: JobFile, lost: readonly JobBatch[]): void {
  if (lost.length === 0 && job.nextRange(1) === undefined) job.cancellation.withdraw();
  else job.cancellation.heed();
}

/** Cancels batches once each, and goes on behind one that can't be. */
class CancelledBatches {
  readonly cancelled: Batch[] = [];
  readonly ended: Batch[] = [];
  readonly failures: CancelFailure[] = [];
  readonly #run: CancelRun;
  readonly #tried = new Set<string>();

  constructor(run: CancelRun) {
    this.#run = run;
  }

  async cancel(batches: readonly JobBatch[]): Promise<void> {
    for (const id of batches.flatMap(({ serviceId }) => serviceId ?? [])) {
      if (this.#tried.has(id)) continue;
      this.#tried.add(id);
      try {
        const batch = await cancelBatch(this.#run, id);
        (batch.status === 'cancelled' ? this.cancelled : this.ended).push(batch);
      } catch (error) {
        if (!isMailvetError(error) || STOPS.has(error.code)) throw error;
        this.failures.push({ id, error });
      }
    }
  }
}

/** Behind these there is no use in trying the next batch. */
const STOPS: ReadonlySet<string> = new Set(['unauthorized', 'interrupted', 'terminated']);

/** The batch as it ends: cancelled, by us or by the process that sent it, or completed before. */
async function cancelBatch({ client, signal }: CancelRun, id: string): Promise<Batch> {
  try {
    return await client.cancelBatch(id, { signal });
  } catch (error) {
    if (!isMailvetError(error, 'refused')) throw error;
    const { batch } = await client.getBatch(id, { signal }).catch(() => NOT_SHOWN);
    if (batch === undefined || !hasEnded(batch)) throw error;
    return batch;
  }
}

const NOT_SHOWN = { batch: undefined };

/** Cancels the open batches that a job is known to have; what has ended stays as it is. */
export async function cancelOpenBatches(run: CancelRun): Promise<readonly CancelFailure[]> {
  const batches = new CancelledBatches(run);
  await batches.cancel(run.job.openBatches());
  return batches.failures;
}

interface StopLock extends Disposable {
  /** False where another process works on the job, and sends nothing more. */
  readonly isHeld: boolean;
}

/** Waits for the process that works on the job to heed the request, or to end, however it ends. */
async function waitUntilStopped(
  job: JobFile,
  clock: Clock,
  signal: AbortSignal,
): Promise<StopLock> {
  const until = clock.monotonic() + STOP_MS;
  for (;;) {
    const lock = tryLock(job);
    if (lock) return { isHeld: true, [Symbol.dispose]: () => lock[Symbol.dispose]() };
    // A resume that began at the same instant may have taken it back.
    if (job.cancellation.at === undefined) job.cancellation.request();
    const isOver = !job.cancellation.isRequested || clock.monotonic() >= until;
    if (isOver) return { isHeld: false, [Symbol.dispose]: () => {} };
    await clock.sleep(LOOK_MS, signal);
  }
}

function tryLock(job: JobFile): Disposable | undefined {
  try {
    return lockFile(job.path, job);
  } catch (error) {
    if (isMailvetError(error, 'locked')) return undefined;
    throw error;
  }
}

/** Looks once for batches whose answers are missing: the process that sent them is gone. */
async function findLost(run: CancelRun): Promise<JobBatch[]> {
  const { job, client, signal } = run;
  const lost: JobBatch[] = [];
  for (const batch of job.unanswered()) {
    const wanted = { addresses: job.addresses(batch), intendedAt: batch.intendedAt };
    const own = job.batches().flatMap(({ serviceId }) => serviceId ?? []);
    const known = new Set([...run.foreignBatchIds(), ...own]);
    const around = { known, listing: job.state.listing, signal };
    const found = await findBatch(client, wanted, around).catch(passStops);
    if (found?.kind === 'found') job.recordAnswer(batch.number, found.id);
    else lost.push(batch);
  }
  return lost;
}

function passStops(error: unknown): undefined {
  if (!isMailvetError(error) || STOPS.has(error.code)) throw error;
  return undefined;
}
