import { MAX_BATCH_SIZE } from '../contract/limits.ts';
import { isMailvetError, type MailvetError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { cancelOpenBatches } from './cancel-job.ts';
import { listBefore } from './find-batch.ts';
import { Follower } from './follow-batches.ts';
import type { JobFile } from './job-file.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import type { JobRun } from './job-run.ts';
import { PollPace, pollInterval } from './poll-interval.ts';
import { sendBatch } from './send-batch.ts';
import { readProgress, VerdictCounts } from './verdict-counts.ts';

/** How a run ended. */
export interface RunOutcome {
  readonly batches: readonly BatchRecord[];
  /** The 402 that stopped the sending, if one did; addresses are left for `batch resume`. */
  readonly quota: MailvetError | undefined;
  /** Whether the job was cancelled: what is left of it was not sent. */
  readonly isCancelled: boolean;
}

/** `sent`: until the last batch is accepted. `collected`: until all results are here. `followed`: nothing is sent. */
export type RunGoal = 'sent' | 'collected' | 'followed';

/**
 * Works on a job, from wherever it stands:
 *
 *     (in the list) ──intent──► intended ──answer──► open ──final state, results──► collected
 *                      ▲            │
 *                      └────────────┘ the service surely did nothing (402, 401, not reached)
 *
 * Each arrow is durable before the next request goes out, so that the program may die between any
 * two of them. What is only intended on arrival was being sent when it died: it is looked for
 * before anything else (see sendBatch). One POST is under way at a time.
 *
 * Throws the signal's reason when it aborts, and what the client throws where trying on is no use;
 * the job then stands as it was reached.
 */
export async function runJob(run: JobRun, goal: RunGoal): Promise<RunOutcome> {
  const verdictCounts = VerdictCounts.of(run.job, run.riskyRole);
  const follower = new Follower(run, verdictCounts);
  const progress = () => readProgress(run.job, verdictCounts, follower.waits);
  const report = () => run.onEvent({ type: 'progress', progress: progress() });
  report();
  const sender = new Sender(run, goal !== 'followed');
  const pace = new PollPace();
  const sleep: Clock['sleep'] = run.sleep ?? ((...wait) => run.clock.sleep(...wait));
  let sentAt = run.clock.monotonic();
  using _ = run.job.logged();
  for (;;) {
    await sender.heedCancellation();
    if (hasReached(run.job, sender, goal)) break;
    run.signal.throwIfAborted();
    const open = run.job.openBatches().length;
    if (sender.hasMore && open < run.concurrency) {
      await sender.sendNext();
      sentAt = run.clock.monotonic();
    } else {
      const interval = pace.interval(run.clock.monotonic() - sentAt);
      await sleep(Math.max(interval, failurePause(follower)), run.signal);
      await follower.poll();
      pace.learn(open, run.job.openBatches().length);
    }
    report();
  }
  return { batches: run.job.batches(), quota: sender.quota, isCancelled: sender.isCancelled };
}

/** Failing polls are repeated less and less often. Milliseconds; 0 while they succeed. */
function failurePause({ failingFor }: Follower): number {
  return failingFor === 0 ? 0 : pollInterval(failingFor);
}

function hasReached(job: JobFile, sender: Sender, goal: RunGoal): boolean {
  if (sender.hasMore) return false;
  return goal === 'sent' || job.openBatches().length === 0;
}

/**
 * Sends what is left of a job, batch by batch, those first whose answers are missing. After a 402
 * it searches for what the plan still allows by halves, and sends all of that: a 402 costs nothing.
 */
class Sender {
  /** The 402 that ended the sending. */
  quota: MailvetError | undefined;
  /** Whether the job was cancelled, by this process or another one. */
  isCancelled = false;
  /** A 402, and a number of addresses that the plan is known not to allow. */
  #limit: { readonly error: MailvetError; readonly over: number } | undefined;
  readonly #run: JobRun;
  readonly #sends: boolean;
  #hasListed = false;

  constructor(run: JobRun, sends: boolean) {
    this.#run = run;
    this.#sends = sends;
  }

  get hasMore(): boolean {
    if (!this.#sends || this.quota || this.isCancelled) return false;
    const { job } = this.#run;
    return job.unanswered().length > 0 || job.nextRange(1) !== undefined;
  }

  /**
   * Sends nothing more once the job is cancelled, and cancels what was sent meanwhile: the process
   * that asked for it knows the batches alone that were there when it looked.
   */
  async heedCancellation(): Promise<void> {
    const { job, onEvent } = this.#run;
    this.isCancelled = job.cancellation.at !== undefined;
    if (!job.cancellation.isRequested) return;
    const failures = await cancelOpenBatches(this.#run);
    for (const { id, error } of failures) {
      onEvent({ type: 'notice', text: `${id} was not cancelled: ${error.message}` });
    }
    job.cancellation.heed();
  }

  async sendNext(): Promise<void> {
    const { job, clock } = this.#run;
    let size = 0;
    try {
      const [unanswered] = job.unanswered();
      if (unanswered) return await sendBatch(this.#run, unanswered, true);
      await this.#listOnce();
      const over = this.#limit?.over;
      const range = job.nextRange(over === undefined ? MAX_BATCH_SIZE : Math.ceil(over / 2));
      if (!range) return;
      size = sizeOf(range);
      await sendBatch(this.#run, job.recordIntent(range, clock.now()), false);
      if (this.#limit) this.#search(this.#limit.error, this.#limit.over - size);
    } catch (error) {
      if (!isMailvetError(error, 'quota')) throw error;
      // A batch that may have arrived before is not sent in parts.
      if (job.unanswered().length > 0) this.quota = error;
      else this.#search(error, size);
    }
  }

  #search(error: MailvetError, over: number): void {
    this.#limit = { error, over };
    if (over <= 1) this.quota = error;
  }

  /** Remembers what the service has before we send: a lost batch is none of these. */
  async #listOnce(): Promise<void> {
    if (this.#hasListed) return;
    this.#hasListed = true;
    const { job, client, signal } = this.#run;
    job.state.listing = await listBefore(client, signal);
  }
}
