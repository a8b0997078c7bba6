import { pid } from 'node:process';
import { UNDECIDED_REASONS } from '../../../contract/detail-reasons.ts';
import { MailvetError } from '../../../errors.ts';
import { inspectList } from '../../../formats/inspect/inspect-list.ts';
import { plural } from '../../../lib/wording.ts';
import {
  createDraftLocation,
  forgetJob,
  listJobs,
} from '../../../lists/directory/job-directory.ts';
import { JobDraft } from '../../../lists/directory/job-draft.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { mergeResults, unknownAddresses } from '../../../lists/file/retry.ts';
import type { Judging } from '../../../policy/policy.ts';
import type { OpenService } from '../../connect/client.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf, withRedaction } from '../../invocation.ts';
import { listFlag } from '../../options/values.ts';
import { resumeCommand } from './next-command.ts';
import { parseResumeOptions, type RememberedFlags, type ResumeOptions } from './options.ts';
import { finishJob, writeJobResults } from './submit/finish-job.ts';
import { confirmAddresses } from './submit/guard-submission.ts';
import { quotaError } from './submit/incomplete-list.ts';
import {
  jobsDirectory,
  type LockedJob,
  lockForWork,
  lockOwnJob,
  withdrawCancellation,
} from './submit/job-access.ts';
import { planFinish } from './submit/plan-finish.ts';
import { prepareOutputs } from './submit/prepare-outputs.ts';
import { type WorkOutcome, workOnJob } from './submit/work-on-job.ts';

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
  const service = await resolveService(invocation);
  using locked = lockOwnJob(invocation, options.job, service.identity);
  if (locked.job.hasWork()) throw notEnded(invocation, options.job);
  return await retry(invocation, { service, job: locked.job, options });
}

interface RetryRequest {
  readonly service: ResolvedService;
  readonly job: JobFile;
  readonly options: ResumeOptions & Partial<Pick<RetryOptions, 'only' | 'yes'>>;
}

/** Resumes an interrupted retry, or begins one. */
export async function retry(
  invocation: Invocation,
  { service, job, options }: RetryRequest,
): Promise<ExitCode | undefined> {
  const results = options.resultsOver(job.record.settings as RememberedFlags);
  const session = results.redact ? withRedaction(invocation) : invocation;
  const judging = await judgingOf(session, results);
  const finish = planFinish(session, { job, results, judging });
  const { plan } = job.record;
  await prepareOutputs(invocation, finish.destination, results, {
    plan,
    written: job.state.written,
  });
  const id = unfinishedRetry(session, job) ?? (await draftRetry(session, job, options));
  if (id === undefined) {
    await session.notice(nothingUnknown(options.only));
    return undefined;
  }
  await using opened = await openService(session, service);
  const { reachability } = opened;
  using locked = lockOwnJob(session, id, job.record.service);
  await withdrawCancellation(session, locked.job);
  const run = { service: opened, job, part: locked.job, judging, options };
  const outcome = await askAgain(session, run);
  const onWritten = () => forgetEnded(session, locked);
  const ended = { ...finish, reachability, onWritten };
  if (outcome.quota === undefined) return await finishJob(session, ended, outcome);
  await writeJobResults(session, ended);
  throw outcome.quota;
}

function nothingUnknown(only: RetryRequest['options']['only']): string {
  const why = only ? ` for that reason (--only ${only.join(',')})` : '';
  return `No address is unknown${why}: there is nothing to verify again`;
}

interface RetryRun {
  readonly service: OpenService;
  readonly job: JobFile;
  /** The retry's own job. */
  readonly part: JobFile;
  readonly judging: Judging;
  readonly options: Pick<ResumeOptions, 'work'>;
}

/** Runs the retry and merges its results into the job. */
async function askAgain(
  invocation: Invocation,
  { service, job, part, judging, options }: RetryRun,
): Promise<WorkOutcome> {
  const work = { job: part, service, goal: 'collected', judging } as const;
  const outcome = await workOnJob(invocation, { ...work, options: options.work });
  mergeResults(job, part);
  if (!outcome.quota) return outcome;
  return { ...outcome, quota: quotaError(invocation, part, outcome.quota) };
}

/** Deletes the retry's own job, whose results are written by now; one with work left is kept. */
function forgetEnded(invocation: Invocation, locked: LockedJob): void {
  const { job: part } = locked;
  if (part.hasWork()) return;
  part.state.recordDelivered();
  locked[Symbol.dispose]();
  forgetJob(jobsDirectory(invocation), part.record.id, pid);
}

/** An interrupted retry of the job: resuming it sends no address twice. */
export function unfinishedRetry(invocation: Invocation, { record }: JobFile): string | undefined {
  const jobs = listJobs(jobsDirectory(invocation), () => {});
  return jobs.find((job) => job.record.retryOf === record.id && job.state !== 'finished')?.record
    .id;
}

/** Creates a job of the unknown addresses; undefined if there aren't any. */
async function draftRetry(
  invocation: Invocation,
  job: JobFile,
  { only, yes = false }: RetryRequest['options'],
): Promise<string | undefined> {
  const addresses = unknownAddresses(job, only);
  if (addresses.length === 0) return undefined;
  const count = plural(addresses.length, 'unknown address', 'unknown addresses');
  await invocation.notice(`Verifying again: ${count} of ${job.record.name}`);
  await confirmAddresses(invocation, addresses.length, yes);
  const { context } = invocation;
  const createdAt = context.clock.now();
  const { random } = context;
  const place = createDraftLocation(jobsDirectory(invocation), { now: createdAt, random, pid });
  const chunks = chunksOf(addresses);
  const draft = await JobDraft.of({ name: job.record.name, chunks }, place);
  try {
    const plan = await inspectList(draft.source, { format: 'lines', header: false });
    const scan = await draft.scan(plan, null);
    const { id: retryOf, service, settings } = job.record;
    using made: LockedJob = lockForWork(
      draft.keep(scan, { createdAt, inputPath: null, service, settings, retryOf }),
    );
    return made.job.record.id;
  } catch (error) {
    draft.discard();
    throw error;
  }
}

async function* chunksOf(addresses: readonly string[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let at = 0; at < addresses.length; at += LINES)
    yield encoder.encode(`${addresses.slice(at, at + LINES).join('\n')}\n`);
}

const LINES = 10_000;

function notEnded(invocation: Invocation, id: string): MailvetError {
  return new MailvetError('input', `${id} has not ended yet`, {
    hint: ['Go on with: ', { code: 'go_on', command: resumeCommand(invocation, id) }],
  });
}
