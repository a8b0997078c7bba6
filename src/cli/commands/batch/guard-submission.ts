import { pid } from 'node:process';
import { MailvetError } from '../../../errors.ts';
import { forgetJob, type JobSummary } from '../../../jobs/job-directory.ts';
import type { JobDraft, Scan } from '../../../jobs/job-draft.ts';
import { withDirectoryLock } from '../../../jobs/job-lock.ts';
import { plural } from '../../../lib/wording.ts';
import { type Invocation, mayAsk } from '../../invocation.ts';
import { confirm } from '../../io/prompt.ts';
import { submitFlags } from './flags.ts';
import { hold, jobsDirectory, jobsOf } from './job-access.ts';
import { resumeCommand, watchCommand } from './next-command.ts';

/** So many distinct addresses are sent from a terminal without asking. */
const UNASKED = 10_000;

/** Refuses what must not be sent: too much, or what was sent already. */
export function guardSubmission(
  invocation: Invocation,
  { counts, fingerprint }: Scan,
  identity: string,
): void {
  const { maxAddresses, again } = submitFlags(invocation.flags);
  const { wanted } = counts;
  if (maxAddresses !== undefined && wanted > maxAddresses) {
    throw new MailvetError('input', `the list has ${addresses(wanted)}, over ${maxAddresses}`, {
      hint: 'Nothing was sent. Raise --max-addresses, or send a part with --sample <n>',
    });
  }
  if (!again) refuseTwins(invocation, jobsOf(invocation, identity), fingerprint);
}

/** Asks before sending a lot. */
export async function confirmSubmission(
  invocation: Invocation,
  { counts: { wanted } }: Scan,
  identity: string,
): Promise<void> {
  const { yes } = submitFlags(invocation.flags);
  if (wanted <= UNASKED || yes || !mayAsk(invocation)) return;
  if (await confirm(invocation.context, `Send ${addresses(wanted)} to ${identity}?`)) return;
  throw new MailvetError('usage', 'Nothing was sent');
}

/**
 * Makes the draft a job, unless another program did so with the same list since the check above.
 * One program at a time does this: of two that submit a list at the same moment, one is refused.
 */
export function keepUnlessTwin(invocation: Invocation, draft: JobDraft, [scan, details]: Kept) {
  return withDirectoryLock(jobsDirectory(invocation), () => {
    const { again } = submitFlags(invocation.flags);
    if (!again) refuseTwins(invocation, jobsOf(invocation, details.service), scan.fingerprint);
    return hold(draft.keep(scan, details));
  });
}

type Kept = Parameters<JobDraft['keep']>;

function refuseTwins(
  invocation: Invocation,
  jobs: readonly JobSummary[],
  fingerprint: string,
): void {
  for (const twin of jobs.filter((job) => job.record.fingerprint === fingerprint)) {
    if (twin.sent > 0 || !isForgotten(invocation, twin)) throw submittedError(invocation, twin);
  }
}

/** A job that never sent anything gives way to the new one, unless somebody works on it. */
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
  const when = new Date(record.createdAt).toISOString().slice(0, 16).replace('T', ' ');
  const watch = watchCommand(invocation, record.id);
  const resume = resumeCommand(invocation, record.id);
  const offer =
    state === 'finished' || state === 'collected'
      ? `get its results again with ${watch} -o <file>, or with ${resume} -o <file>`
      : `go on with ${resume}, or follow it with ${watch}`;
  return new MailvetError(
    'input',
    `this list was submitted already, as ${record.id} (${record.name}, ${when} UTC)`,
    { hint: `Nothing was sent: ${offer}; --again sends it anew` },
  );
}

function addresses(count: number): string {
  return plural(count, 'distinct address', 'distinct addresses');
}
