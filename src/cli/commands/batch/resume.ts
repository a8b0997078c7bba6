import { MailvetError } from '../../../errors.ts';
import { isJobId, type JobSummary } from '../../../lists/directory/job-directory.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf, withRedaction } from '../../invocation.ts';
import { resumeCommand } from './next-command.ts';
import type { RememberedFlags, ResumeOptions } from './options.ts';
import { retry } from './retry.ts';
import { findServiceJobs, lockOwnJob, withdrawCancellation } from './submit/job-access.ts';
import { planFinish } from './submit/plan-finish.ts';
import { prepareOutputs } from './submit/prepare-outputs.ts';
import { sendJob } from './submit/send-job.ts';

/** Resumes a submission where it stopped. */
export async function runResume(
  invocation: Invocation,
  options: ResumeOptions,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const id = options.job
    ? findJob(invocation, service.identity, options.job)
    : newestInterrupted(invocation, service.identity);
  using locked = lockOwnJob(invocation, id, service.identity);
  const { job } = locked;
  await withdrawCancellation(invocation, job);
  if (job.isRetrying) return await retry(invocation, { service, job, options });
  const results = options.resultsOver(job.record.settings as RememberedFlags);
  const session = results.redact ? withRedaction(invocation) : invocation;
  const judging = await judgingOf(session, results);
  const finish = planFinish(session, { job, results, judging });
  const list = { plan: job.record.plan, written: job.state.written };
  if (results.wait) await prepareOutputs(invocation, finish.destination, results, list);
  await using opened = await openService(session, service);
  return await sendJob(session, { service: opened, work: options.work, finish, printsIds: true });
}

/** The newest job that was interrupted; what was cancelled is resumed by its name alone. */
function newestInterrupted(invocation: Invocation, identity: string): string {
  const jobs = findServiceJobs(invocation, identity).filter(({ state }) => state !== 'finished');
  const isResumable = (job: JobSummary) => !job.isCancelled || job.state !== 'waiting';
  const newest = jobs.find(isResumable);
  if (newest) return newest.record.id;
  const [cancelled] = jobs;
  if (!cancelled) throw nothingToResume();
  const { id } = cancelled.record;
  throw new MailvetError('input', `${id} was cancelled: it is resumed by its name alone`, {
    hint: ['Send the rest with: ', { code: 'go_on', command: resumeCommand(invocation, id) }],
  });
}

/** The job that is named, or the one that a batch of it is named for. */
function findJob(invocation: Invocation, identity: string, id: string): string {
  if (isJobId(id)) return id;
  const owner = findServiceJobs(invocation, identity).find(({ batchIds, retryIds }) =>
    [...batchIds, ...retryIds].includes(id),
  );
  if (owner) return owner.record.id;
  throw new MailvetError('input', `no list on this machine was sent as batch ${id}`, {
    hint: [{ code: 'list_jobs', what: 'what can be resumed' }],
  });
}

export function nothingToResume(): MailvetError {
  return new MailvetError('input', 'there is no unfinished job', {
    hint: [{ code: 'list_jobs', what: 'all of them' }],
  });
}
