import { existsSync } from 'node:fs';
import { MailvetError } from '../../lib/errors.ts';
import { plural } from '../../lib/wording.ts';
import {
  type JobSummary,
  listJobs,
  openJob,
  readJobSummary,
} from '../../lists/directory/job-directory.ts';
import type { JobFile } from '../../lists/file/job-file.ts';
import { isUndone, listFingerprint } from '../../lists/file/job-record.ts';
import { shortPath } from '../directories.ts';
import { type CommandLine, type Invocation, judgingOf, withRedaction } from '../invocation.ts';
import { type FinishPlan, keepChanged, outputPaths, planFinish } from './batch/destination.ts';
import { writeJobResults } from './batch/finish-job.ts';
import { jobsDirectory, lockForWork } from './batch/job-access.ts';
import { parseResultOptions, type RememberedFlags } from './batch/options.ts';
import { prepareFinish } from './batch/outputs.ts';

/** Writes the results of the last `clean --fix`, or of a job that is named, as they are without its corrections. */
export async function runUndo(invocation: Invocation, { args }: CommandLine): Promise<undefined> {
  const jobs = listJobs(jobsDirectory(invocation));
  const { id } = findMended(invocation, jobs, args[0]).record;
  using locked = lockForWork(openJob(jobsDirectory(invocation), id));
  const { job } = locked;
  job.check();
  const settings = job.record.settings as RememberedFlags;
  const session = settings.redact ? withRedaction(invocation) : invocation;
  const finish = await planUndo(session, job, jobs);
  await prepareFinish(session, finish);
  const before = job.state.written.map(({ path }) => path);
  await writeJobResults(session, finish);
  const after = new Set(job.state.written.slice(before.length).map(({ path }) => path));
  await nameOthers(session, { finish, others: before.filter((path) => !after.has(path)) });
  await sayWhatIsUnknown(session, job);
}

function findMended(
  invocation: Invocation,
  jobs: readonly JobSummary[],
  named: string | undefined,
): JobSummary {
  const mended = jobs.filter(
    ({ record, state, written }) =>
      record.plan.mended && state === 'finished' && written.length > 0,
  );
  const job = named === undefined ? mended[0] : mended.find(({ record }) => record.id === named);
  if (!job) {
    if (named !== undefined) readJobSummary(jobsDirectory(invocation), named);
    throw nothingToUndo(
      named === undefined ? 'no list was cleaned with --fix' : `${named} mended no cells`,
    );
  }
  const { record, written } = job;
  const { id, name } = record;
  if (isUndone(written)) throw nothingToUndo(`${id} (${name}) was undone already`, mended);
  const isReplaced = jobs
    .slice(0, jobs.indexOf(job))
    .some(
      (other) =>
        other.state === 'finished' && listFingerprint(other.record) === listFingerprint(record),
    );
  if (isReplaced)
    throw nothingToUndo(`${name} was written again since, without corrections`, mended);
  return job;
}

function nothingToUndo(why: string, others: readonly JobSummary[] = []): MailvetError {
  const other = others.find(({ written }) => !isUndone(written));
  return new MailvetError('input', `there is nothing to undo: ${why}`, {
    hint: other
      ? [
          'An earlier one: ',
          { code: 'terminal', text: `mailvet undo ${other.record.id}` },
          ` (${other.record.name})`,
        ]
      : [{ code: 'list_jobs', what: 'all lists' }],
  });
}

/** Writes the files that the job wrote; those that a person changed since are left as they are. */
async function planUndo(
  invocation: Invocation,
  job: JobFile,
  jobs: readonly JobSummary[],
): Promise<FinishPlan> {
  const { cwd } = invocation.context;
  const flags = { ...(job.record.settings as RememberedFlags), force: false, fix: false };
  const results = parseResultOptions(flags, cwd);
  const judging = await judgingOf(invocation, results);
  const finish = planFinish(invocation, { job, results, judging });
  const all = jobs.flatMap(({ written }) => written);
  const destination = await keepChanged(finish.destination, job.state.written, all);
  const written = new Set(job.state.written.map(({ path }) => path));
  const others = outputPaths(destination).filter((path) => !written.has(path));
  const kept = [...(destination.kept ?? []), ...others];
  return { ...finish, destination: { ...destination, kept, undoes: true }, brief: true };
}

interface OtherFiles {
  readonly finish: FinishPlan;
  readonly others: readonly string[];
}

/** Files of the job that were not written again. */
async function nameOthers(invocation: Invocation, { finish, others }: OtherFiles): Promise<void> {
  const kept = finish.destination.kept ?? [];
  const { inputPath } = finish.job.record;
  for (const path of new Set(others)) {
    if (path === inputPath || !existsSync(path)) continue;
    const file = shortPath(path, invocation.context);
    const why = kept.includes(path) ? 'was changed since it was written' : 'was written elsewhere';
    await invocation.notice(`${file} ${why}, and is left as it is`);
  }
}

/** Addresses as they were typed, which nobody verified. */
async function sayWhatIsUnknown(invocation: Invocation, { record }: JobFile): Promise<void> {
  const { plan, inputPath } = record;
  const corrections = plan.corrections?.length ?? 0;
  if (corrections === 0) return;
  const typos = plural(corrections, 'correction');
  await invocation.notice([
    `${typos} undone: what was typed was not verified, and its rows say so. `,
    ...(inputPath === null
      ? []
      : [
          'Verify them as typed: ',
          { code: 'terminal', text: `mailvet clean ${inputPath} --no-fix` } as const,
        ]),
  ]);
}
