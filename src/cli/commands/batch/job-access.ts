import { join } from 'node:path';
import { pid } from 'node:process';
import {
  type Hint,
  hintParts,
  isMailvetError,
  joinHints,
  MailvetError,
} from '../../../lib/errors.ts';
import { minuteText } from '../../../lib/iso-time.ts';
import {
  isJobId,
  type JobSummary,
  listJobs,
  lockJob,
  openJob,
  type UnreadableJob,
} from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { type ResolvedService, resolveEmbedded, resolveService } from '../../connect/resolve.ts';
import { directoriesOf } from '../../directories.ts';
import type { Invocation } from '../../invocation.ts';
import { type Run, serviceFlags } from '../../options/service-flags.ts';
import { shellQuote } from '../../shell-quote.ts';
import { tuneV8 } from '../../tune-v8.ts';

/** Where this user's jobs are. */
export function jobsDirectory({ context }: Pick<Invocation, 'context'>): string {
  return join(directoriesOf(context).state, 'jobs');
}

/** A job that this process has locked until it is disposed of. */
export interface LockedJob extends Disposable {
  readonly job: JobFile;
}

/** Throws `locked` when another process works on the job. */
export function lockForWork(job: JobFile): LockedJob {
  tuneV8();
  try {
    const lock = lockJob(job, pid);
    let isHeld = true;
    return {
      job,
      [Symbol.dispose]() {
        if (!isHeld) return;
        isHeld = false;
        lock[Symbol.dispose]();
        job.close();
      },
    };
  } catch (error) {
    job.close();
    throw error;
  }
}

/** Opens and locks a job of the service in force. */
export function lockOwnJob(invocation: Invocation, id: string, identity: string): LockedJob {
  return lockForWork(openOwnJob(invocation, id, identity));
}

/** Opens a job, after making sure that it belongs to the service in force. */
export function openOwnJob(invocation: Invocation, id: string, identity: string): JobFile {
  const job = openJob(jobsDirectory(invocation), id);
  try {
    job.check();
  } catch (error) {
    job.close();
    throw error;
  }
  const { service } = job.record;
  if (service === identity) return job;
  job.close();
  throw new MailvetError('config', `${id} was submitted to ${service}, not to ${identity}`, {
    hint: service.startsWith('embedded:')
      ? 'Leave out the key and the base URL'
      : [{ code: 'terminal', text: `Give --base-url ${service}, and its key` }],
  });
}

/** The service of a job that is named: one that asks no mail host is this machine's, whatever service is set up. */
export async function serviceOf(
  invocation: Invocation,
  id: string | undefined,
): Promise<ResolvedService> {
  const isOurs = id !== undefined && isJobId(id) && isUnprobed(invocation, id);
  return isOurs ? await resolveEmbedded(invocation) : await resolveService(invocation);
}

function isUnprobed(invocation: Invocation, id: string): boolean {
  const jobs = listJobs(jobsDirectory(invocation), () => {});
  return jobs.some(({ record }) => record.id === id && record.mode !== undefined);
}

/** The newest job of the service that is not finished; undefined without one. */
export function newestUnfinished(invocation: Invocation, identity: string): string | undefined {
  return findServiceJobs(invocation, identity).find((job) => job.state !== 'finished')?.record.id;
}

/** The jobs of a service, newest first. */
export function findServiceJobs(
  invocation: Invocation,
  identity: string,
  onUnreadable: (job: UnreadableJob) => void = ({ error }) => void invocation.notice(error.message),
): JobSummary[] {
  const jobs = listJobs(jobsDirectory(invocation), onUnreadable);
  return jobs.filter((job) => job.record.service === identity);
}

/** Takes the cancellation of a job back, and says that there was one. */
export async function withdrawCancellation(invocation: Invocation, job: JobFile): Promise<void> {
  const { at } = job.cancellation;
  if (at === undefined) return;
  job.cancellation.withdraw();
  const when = minuteText(at);
  await invocation.notice(
    `${job.record.id} was cancelled on ${when} UTC: going on with what was not sent`,
  );
}

/** The command that resumes a job, with the flags that find its service again. */
export function resumeCommand(run: Run, jobId: string): string {
  return `mailvet batch resume ${jobId}${serviceFlags(run)}`;
}

/** The command that verifies the unknown addresses again. */
export function retryCommand(run: Run, jobId: string): string {
  return `mailvet batch retry ${jobId}${serviceFlags(run)}`;
}

/** `ids`: a job, or batches. */
export function watchCommand(run: Run, ...ids: readonly string[]): string {
  return `mailvet batch watch ${ids.map(shellQuote).join(' ')}${serviceFlags(run)}`;
}

/** The error with the resume command added to its hint. */
export function withCommand(error: unknown, command: string): unknown {
  if (!isMailvetError(error) || names(error.hint ?? '', command)) return error;
  return new MailvetError(error.code, error.message, {
    hint: joinHints(error.hint, ['Go on with: ', { code: 'go_on', command }]),
    cause: error.cause,
    ...(error.status !== undefined && { status: error.status }),
  });
}

function names(hint: Hint, command: string): boolean {
  return hintParts(hint).some(
    (part) => typeof part !== 'string' && part.code === 'go_on' && part.command === command,
  );
}
