import type { MailvetError } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { JobFile } from '../file/job-file.ts';
import type { BatchRecord } from '../file/job-record.ts';
import { Follower } from './follow-batches.ts';
import type { JobRun } from './job-run.ts';
import { PollPace, pollInterval } from './poll-interval.ts';
import { Sender } from './sender.ts';
import { readProgress, VerdictCounts } from './verdict-counts.ts';

/** How a run ended. */
export interface RunOutcome {
  readonly batches: readonly BatchRecord[];
  /** The 402 that stopped the sending, if one did; addresses are left for `batch resume`. */
  readonly quota: MailvetError | undefined;
  /** Why batches have no answer, where some have none; they are left for `batch resume`. */
  readonly lost: MailvetError | undefined;
  /** Whether the job was cancelled: what is left of it was not sent. */
  readonly isCancelled: boolean;
}

/** `sent`: until the last batch is accepted. `collected`: until all results are here. `followed`: nothing is sent. */
export type RunGoal = 'sent' | 'collected' | 'followed';

/**
 * Works on a job, from wherever it stands:
 *
 *     (in the list) ──intent──► intended ──answer──► open ──final state, results──► collected
 *                      ▲            │ ▲    │
 *                      │            │ └────┘ lost: found, or sent again
 *                      └────────────┘ the service surely did nothing (402, 401, not reached)
 *
 * Each arrow is durable before the next request goes out, so that the program may die between any
 * two of them. What is only intended on arrival was being sent when it died; it is looked for, as are
 * batches whose answers were lost (see LostBatches). One POST is under way at a time.
 *
 * Throws the signal's reason when it aborts, and what the client throws where trying on is no use;
 * the job then stands as it was reached.
 */
export async function runJob(run: JobRun, goal: RunGoal): Promise<RunOutcome> {
  const verdictCounts = VerdictCounts.ofRound(run.job, run.judging);
  const follower = new Follower(run, verdictCounts);
  const progress = () => readProgress(run.job, verdictCounts, follower);
  const report = () => run.onEvent({ type: 'progress', progress: progress() });
  report();
  const sender = new Sender(run, goal !== 'followed');
  const pace = new PollPace();
  const sleep: Clock['sleep'] = run.sleep ?? ((...wait) => run.clock.sleep(...wait));
  let sentAt = run.clock.monotonic();
  using _ = run.job.logged();
  for (;;) {
    await sender.heedCancellation();
    if (hasReached(run.job, sender, goal)) {
      if (await sender.lookOnceMore()) continue;
      break;
    }
    run.signal.throwIfAborted();
    const open = run.job.openBatches().length;
    const untilNext = sender.untilNext(open);
    if (untilNext <= 0) {
      await run.mayGoOn?.();
      run.signal.throwIfAborted();
      if (await sender.next(open)) sentAt = run.clock.monotonic();
    } else if (open === 0) {
      await run.clock.sleep(untilNext, run.signal);
    } else {
      const interval = pace.interval(run.clock.monotonic() - sentAt);
      await sleep(Math.min(untilNext, Math.max(interval, failurePause(follower))), run.signal);
      await follower.poll();
      pace.learn(open, run.job.openBatches().length);
    }
    report();
  }
  const { quota, isCancelled, problem: lost } = sender;
  return { batches: run.job.batches(), quota, lost, isCancelled };
}

/** Failing polls are repeated less and less often. Milliseconds; 0 while they succeed. */
function failurePause({ failingFor }: Follower): number {
  return failingFor === 0 ? 0 : pollInterval(failingFor);
}

function hasReached(job: JobFile, sender: Sender, goal: RunGoal): boolean {
  if (sender.hasMore) return false;
  return goal === 'sent' || job.openBatches().length === 0;
}
