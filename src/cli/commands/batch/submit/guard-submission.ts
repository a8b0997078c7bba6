import { pid } from 'node:process';
import { type Hint, MailvetError } from '../../../../errors.ts';
import { minuteText } from '../../../../lib/iso-time.ts';
import { plural } from '../../../../lib/wording.ts';
import type { UnreadableJob } from '../../../../lists/directory/job-directory.ts';
import { forgetJob, hasEnded, type JobSummary } from '../../../../lists/directory/job-directory.ts';
import type { JobDraft, Scan } from '../../../../lists/directory/job-draft.ts';
import { withDirectoryLock } from '../../../../lists/file/file-lock.ts';
import type { WrittenFile } from '../../../../lists/file/job-record.ts';
import { type Invocation, mayAsk } from '../../../invocation.ts';
import { requireYes, UNASKED } from '../../../io/prompt.ts';
import { resumeCommand, watchCommand } from '../next-command.ts';
import type { SubmitLimits } from '../options.ts';
import { findServiceJobs, jobsDirectory, lockForWork } from './job-access.ts';

/** A list that was read, with the limits of its submission. */
interface CheckedList {
  readonly scan: Scan;
  readonly limits: SubmitLimits;
}

interface ConfirmedList extends CheckedList {
  /** Null for stdin. */
  readonly inputPath: string | null;
  /** Whether the service counts each address. */
  readonly isCharged: boolean;
  /** What it takes, in words. */
  readonly plan: () => Promise<string>;
}

/** Refuses a list that is too long, or that was submitted already. */
export function guardSubmission(
  invocation: Invocation,
  { scan, limits, identity }: CheckedList & { readonly identity: string },
): void {
  const { maxAddresses, again } = limits;
  const { wanted } = scan.counts;
  if (maxAddresses !== undefined && wanted > maxAddresses) {
    throw new MailvetError('input', `the list has ${addresses(wanted)}, over ${maxAddresses}`, {
      hint: ['Nothing was sent. ', { code: 'more_addresses' }],
    });
  }
  if (!again) refuseDuplicateJob(invocation, identity, scan);
}

/** Asks for confirmation of a long list, below what it takes. One from a pipe, whose length nobody sees, needs --yes where it is charged. */
export async function confirmSubmission(
  invocation: Invocation,
  { scan, limits, inputPath, isCharged, plan }: ConfirmedList,
): Promise<void> {
  const { wanted } = scan.counts;
  const isPiped = inputPath === null && !mayAsk(invocation);
  if (isPiped && isCharged && wanted > UNASKED && !limits.yes) throw unconfirmed(wanted);
  if (wanted > UNASKED && !limits.yes && mayAsk(invocation)) await invocation.notice(await plan());
  await confirmAddresses(invocation, wanted, limits.yes);
}

function unconfirmed(count: number): MailvetError {
  const message = `stdin has ${addresses(count)}, and the service charges for each`;
  return new MailvetError('usage', message, {
    hint: [
      'Nothing was sent. Say that it is meant: ',
      { code: 'terminal', text: 'mailvet batch submit - --yes' },
      '; or see what would be sent: ',
      { code: 'terminal', text: 'mailvet batch submit - --dry-run' },
    ],
  });
}

/** Asks before many addresses are sent, unless `--yes` was given. */
export async function confirmAddresses(
  invocation: Invocation,
  count: number,
  yes: boolean,
): Promise<void> {
  if (count <= UNASKED) return;
  await requireYes(invocation, {
    question: `Verify ${plural(count, 'address', 'addresses')}?`,
    yes,
    refusal: 'Nothing was sent',
  });
}

type KeepArguments = Parameters<JobDraft['keep']>;

interface DraftToKeep {
  readonly scan: KeepArguments[0];
  readonly details: KeepArguments[1];
  readonly again: boolean;
  /** Files that earlier jobs of the same list wrote: this one may replace them, too. */
  readonly written: readonly WrittenFile[];
}

/**
 * Makes the draft a job, unless another program did so with the same list since the check above.
 * A lock allows one process at a time: of two that submit a list at once, one is refused.
 */
export function keepUnlessDuplicate(
  invocation: Invocation,
  draft: JobDraft,
  { scan, details, again, written }: DraftToKeep,
) {
  return withDirectoryLock(jobsDirectory(invocation), () => {
    if (!again) refuseDuplicateJob(invocation, details.service, scan);
    const job = draft.keep(scan, details);
    for (const file of written) job.state.recordWritten(file);
    return lockForWork(job);
  });
}

function refuseDuplicateJob(
  invocation: Invocation,
  identity: string,
  { fingerprint, contentHash }: Pick<Scan, 'fingerprint' | 'contentHash'>,
): void {
  const unreadable: UnreadableJob[] = [];
  const jobs = findServiceJobs(invocation, identity, (job) => void unreadable.push(job));
  for (const job of jobs.filter(({ record }) => record.fingerprint === fingerprint)) {
    if (job.sent > 0 || !isForgotten(invocation, job)) throw submittedError(invocation, job);
  }
  const same = unreadable.find((job) => job.contentHash === contentHash);
  if (same && (same.record.service ?? identity) === identity) throw unreadableError(same);
}

/** Where it was sent to, and how much of it, is not known for certain. */
function unreadableError({ id, error }: UnreadableJob): MailvetError {
  return new MailvetError(
    'input',
    `this list was submitted already, as ${id}, which can't be read`,
    {
      cause: error,
      hint: [
        `Nothing was sent. ${error.message}. `,
        { code: 'list_batches' },
        ' shows what the service has; ',
        { code: 'send_again', verb: 'sends the list' },
      ],
    },
  );
}

/** A job that never sent anything is replaced by the new one, unless a process works on it. */
function isForgotten(invocation: Invocation, { record }: JobSummary): boolean {
  try {
    forgetJob(jobsDirectory(invocation), record.id, pid);
    return true;
  } catch (error) {
    if (error instanceof MailvetError) return false;
    throw error;
  }
}

function submittedError(invocation: Invocation, { record, state }: JobSummary): MailvetError {
  const when = minuteText(record.createdAt);
  const watch = watchCommand(invocation, record.id);
  const resume = resumeCommand(invocation, record.id);
  const offer: Exclude<Hint, string> = hasEnded({ state })
    ? [{ code: 'results_again', watch, resume }]
    : [
        'go on with ',
        { code: 'go_on', command: resume },
        ', or follow it with ',
        { code: 'go_on', command: watch },
      ];
  return new MailvetError(
    'input',
    `this list was submitted already, as ${record.id} (${record.name}, ${when} UTC)`,
    { hint: ['Nothing was sent: ', ...offer, '; ', { code: 'send_again', verb: 'sends it' }] },
  );
}

function addresses(count: number): string {
  return plural(count, 'distinct address', 'distinct addresses');
}
