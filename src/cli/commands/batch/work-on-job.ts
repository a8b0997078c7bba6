import { knownBatchIds } from '../../../jobs/job-directory.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import { type RunGoal, type RunOutcome, runJob } from '../../../jobs/run-job.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import type { Invocation } from '../../invocation.ts';
import { ClosedPipe } from '../../io/streams.ts';
import { openProgress } from '../../render/progress-view.ts';
import type { OpenService } from '../../service/remote.ts';
import { Telling } from './event-queue.ts';
import { type WorkFlags, workFlags } from './flags.ts';
import { jobsDirectory } from './job-access.ts';
import { resumeCommand, withCommand } from './next-command.ts';
import { type Standing, withTimeout } from './with-timeout.ts';

export interface Work {
  readonly job: JobFile;
  readonly service: OpenService;
  readonly goal: RunGoal;
  readonly riskyRole: boolean;
  /** Told of each batch as soon as it has its id. */
  readonly onAccepted?: (id: string) => Promise<void>;
}

/**
 * Runs a job to its goal with progress on stderr. Whatever ends it early carries the command that
 * goes on with it.
 */
export async function workOnJob(invocation: Invocation, work: Work): Promise<RunOutcome> {
  const flags = workFlags(invocation.flags);
  const progress = await openProgress(invocation, flags.progress);
  const telling = new Telling(progress, work.onAccepted);
  try {
    const parts = partsOf(invocation, work, flags);
    const run = (signal: AbortSignal) =>
      runJob({ ...parts, signal, onEvent: telling.tell }, work.goal);
    const outcome = await withTimeout(invocation, run, () => standingOf(work));
    await telling.end();
    return outcome;
  } catch (error) {
    // What ended the work matters more than what could not be told of it.
    await telling.end().catch(() => {});
    if (error instanceof ClosedPipe) throw error;
    const known = asMailvetError(error, directoriesOf(invocation.context));
    throw withCommand(known, resumeCommand(invocation, work.job.record.id));
  } finally {
    progress.end();
  }
}

function standingOf({ job, service }: Work): Standing {
  if (job.addressCounts().sent === 0) return 'unsent';
  return service.embedded ? 'embedded' : 'running';
}

function partsOf(invocation: Invocation, work: Work, flags: WorkFlags) {
  const { job, service, riskyRole } = work;
  const { concurrency, resendUnknown } = flags;
  return {
    job,
    client: service.client,
    clock: invocation.context.clock,
    concurrency,
    resendUnknown,
    riskyRole,
    foreignBatchIds: () => knownBatchIds(jobsDirectory(invocation), job.record.service),
  };
}
