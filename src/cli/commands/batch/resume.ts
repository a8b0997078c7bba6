import { UNDECIDED_REASONS } from '../../../contract/detail-reasons.ts';
import { MailvetError } from '../../../lib/errors.ts';
import { plural } from '../../../lib/wording.ts';
import { isJobId, type JobSummary } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { openService } from '../../connect/open.ts';
import type { ResolvedService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf, withRedaction } from '../../invocation.ts';
import { listFlag } from '../../options/values.ts';
import { planFinish } from './destination.ts';
import { finishJob, sendJob } from './finish-job.ts';
import {
  findServiceJobs,
  lockOwnJob,
  resumeCommand,
  serviceOf,
  withdrawCancellation,
} from './job-access.ts';
import { parseResumeOptions, type RememberedFlags, type ResumeOptions } from './options.ts';
import { prepareFinish } from './outputs.ts';
import { confirmAddresses } from './read-list.ts';
import { workOnJob } from './work-on-job.ts';

/** Resumes a submission where it stopped. */
export async function runResume(
  invocation: Invocation,
  options: ResumeOptions,
): Promise<ExitCode | undefined> {
  const service = await serviceOf(invocation, options.job);
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
  if (results.wait) await prepareFinish(invocation, finish);
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

interface RetryOptions extends ResumeOptions {
  readonly job: string;
  /** Fine reasons; undefined: every unknown row. */
  readonly only: readonly string[] | undefined;
  readonly yes: boolean;
}

export function parseRetryOptions(line: CommandLine): RetryOptions {
  const { only: reasons, ...flags } = line.flags;
  const options = parseResumeOptions({ ...line, flags: { ...flags, wait: true } });
  const known = { noun: 'detail', words: UNDECIDED_REASONS };
  const only = listFlag({ only: reasons }, 'only', known);
  return { ...options, job: line.args[0] ?? '', only, yes: flags.yes === true };
}

/** Verifies the unknown addresses of an ended job again, and writes its results to the same files. */
export async function runRetry(
  invocation: Invocation,
  options: RetryOptions,
): Promise<ExitCode | undefined> {
  const service = await serviceOf(invocation, options.job);
  using locked = lockOwnJob(invocation, options.job, service.identity);
  if (locked.job.hasWork() && !locked.job.isRetrying) throw notEnded(invocation, options.job);
  return await retry(invocation, { service, job: locked.job, options });
}

interface RetryRequest {
  readonly service: ResolvedService;
  readonly job: JobFile;
  readonly options: ResumeOptions & Partial<Pick<RetryOptions, 'only' | 'yes'>>;
}

/** Resumes an interrupted retry, or begins one. */
async function retry(
  invocation: Invocation,
  { service, job, options }: RetryRequest,
): Promise<ExitCode | undefined> {
  const results = options.resultsOver(job.record.settings as RememberedFlags);
  const session = results.redact ? withRedaction(invocation) : invocation;
  const judging = await judgingOf(session, results);
  const finish = planFinish(session, { job, results, judging });
  await prepareFinish(invocation, finish);
  if (!job.isRetrying && !(await beginRetry(session, job, options))) return undefined;
  await using opened = await openService(session, service);
  const { reachability } = opened;
  await withdrawCancellation(session, job);
  const work = { job, service: opened, goal: 'collected', judging } as const;
  const outcome = await workOnJob(session, { ...work, options: options.work });
  const batches = job.roundBatches();
  return await finishJob(session, { ...finish, reachability }, { ...outcome, batches });
}

/** Has the job ask its unknown addresses again. False without such an address. */
async function beginRetry(
  invocation: Invocation,
  job: JobFile,
  { only, yes = false }: RetryRequest['options'],
): Promise<boolean> {
  const unknown = job.unknown(only);
  if (unknown.length === 0) {
    const why = only ? ` for that reason (--only ${only.join(',')})` : '';
    await invocation.notice(`No address is unknown${why}: there is nothing to verify again`);
    return false;
  }
  const count = plural(unknown.length, 'unknown address', 'unknown addresses');
  await invocation.notice(`Verifying again: ${count} of ${job.record.name}`);
  await confirmAddresses(invocation, unknown.length, yes);
  job.retry(unknown);
  return true;
}

function notEnded(invocation: Invocation, id: string): MailvetError {
  return new MailvetError('input', `${id} has not ended yet`, {
    hint: ['Go on with: ', { code: 'go_on', command: resumeCommand(invocation, id) }],
  });
}
