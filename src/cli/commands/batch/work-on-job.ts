import { knownBatchIds } from '../../../jobs/job-directory.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import { type RunGoal, type RunOutcome, runJob } from '../../../jobs/run-job.ts';
import type { Invocation } from '../../invocation.ts';
import type { OpenService } from '../../open-service.ts';
import { openProgress } from '../../render/progress-view.ts';
import { type WorkFlags, workFlags } from './flags.ts';
import { jobsDirectory } from './job-desk.ts';
import { resumeCommand, withCommand } from './next-command.ts';
import { Telling } from './telling.ts';
import { withTimeout } from './with-timeout.ts';

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
    const outcome = await withTimeout(invocation, (signal) =>
      runJob({ ...partsOf(invocation, work, flags), signal, onEvent: telling.tell }, work.goal),
    );
    await telling.end();
    return outcome;
  } catch (error) {
    await telling.end();
    throw withCommand(error, resumeCommand(invocation, work.job.record.id));
  } finally {
    progress.end();
  }
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
    foreignBatchIds: () => knownBatchIds(jobsDirectory(invocation), service.identity),
  };
}
