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
import type { WritingRun, WrittenFile } from '../../lists/file/job-record.ts';
import { shortPath } from '../directories.ts';
import { type CommandLine, type Invocation, judgingOf, withRedaction } from '../invocation.ts';
import { type FinishPlan, keepChanged, outputPaths, planFinish } from './batch/destination.ts';
import { writeJobResults } from './batch/finish-job.ts';
import { jobsDirectory, lockForWork } from './batch/job-access.ts';
import { parseResultOptions, type RememberedFlags } from './batch/options.ts';
import { prepareFinish } from './batch/outputs.ts';

/** A `clean --fix`: what it wrote, which was not undone since. */
interface MendingRun {
  readonly job: JobSummary;
  readonly run: WritingRun;
  readonly paths: readonly string[];
}

/** Writes the files of the last `clean --fix`, or of a job that is named, as they are without its corrections. */
export async function runUndo(invocation: Invocation, { args }: CommandLine): Promise<undefined> {
  const jobs = listJobs(jobsDirectory(invocation));
  const mending = findMending(invocation, jobs, args[0]);
  using locked = lockForWork(openJob(jobsDirectory(invocation), mending.job.record.id));
  const { job } = locked;
  job.check();
  const settings = mending.run.settings as RememberedFlags;
  const session = settings.redact ? withRedaction(invocation) : invocation;
  const finish = await planUndo(session, job, { jobs, mending });
  await prepareFinish(session, finish);
  const before = job.state.written.length;
  await writeJobResults(session, finish);
  const after = new Set(job.state.written.slice(before).map(({ path }) => path));
  const others = mending.paths.filter((path) => !after.has(path));
  await nameOthers(session, { finish, others });
  await sayWhatIsUnknown(session, job, mending.run);
}

function findMending(
  invocation: Invocation,
  jobs: readonly JobSummary[],
  named: string | undefined,
): MendingRun {
  if (named !== undefined) readJobSummary(jobsDirectory(invocation), named);
  const mended = jobs.filter(
    ({ record, state }) =>
      record.plan.mended && state === 'finished' && (named ?? record.id) === record.id,
  );
  const runs = mended.flatMap(mendingRuns).toSorted((one, other) => other.run.at - one.run.at);
  const [last] = runs;
  if (last) {
    if (!isReplaced(last, jobs)) return last;
    const { name } = last.job.record;
    throw nothingToUndo(`${name} was written again since, without corrections`);
  }
  if (mended.length === 0)
    throw nothingToUndo(
      named === undefined ? 'no list was cleaned with --fix' : `${named} mended no cells`,
    );
  throw nothingToUndo(
    mended.map(({ record: { id, name } }) => `${id} (${name}) was undone already`).join(', '),
  );
}

/** The runs of a job that wrote mended files, without those that were undone since. */
function mendingRuns(job: JobSummary): MendingRun[] {
  const files = job.written.filter(({ run }) => run !== undefined);
  const byRun = Map.groupBy(files, ({ run }) => JSON.stringify([run?.inputPath, run?.settings]));
  return [...byRun.values()].flatMap((those) => {
    const { run, undone } = those.at(-1) as WrittenFile;
    const paths = [...new Set(those.map(({ path }) => path))];
    return run && !undone ? [{ job, run, paths }] : [];
  });
}

/** Whether another job of the list wrote one of the files later. */
function isReplaced({ job, run, paths }: MendingRun, jobs: readonly JobSummary[]): boolean {
  return jobs.some(
    ({ record, written }) =>
      record.id !== job.record.id &&
      written.some((file) => (file.run?.at ?? 0) > run.at && paths.includes(file.path)),
  );
}

function nothingToUndo(why: string): MailvetError {
  return new MailvetError('input', `there is nothing to undo: ${why}`, {
    hint: [{ code: 'list_jobs', what: 'all lists' }],
  });
}

interface UndoneRun {
  readonly jobs: readonly JobSummary[];
  readonly mending: MendingRun;
}

/** Writes the files that the run wrote; those that a person changed since are left as they are. */
async function planUndo(
  invocation: Invocation,
  job: JobFile,
  { jobs, mending: { run, paths } }: UndoneRun,
): Promise<FinishPlan> {
  const { cwd } = invocation.context;
  const flags = { ...(run.settings as RememberedFlags), force: false, fix: false };
  const results = parseResultOptions(flags, cwd);
  const judging = await judgingOf(invocation, results);
  const finish = planFinish(invocation, { job, results, judging }, run.inputPath);
  const all = jobs.flatMap(({ written }) => written);
  const destination = await keepChanged(finish.destination, job.state.written, all);
  const others = outputPaths(destination).filter((path) => !paths.includes(path));
  const kept = [...(destination.kept ?? []), ...others];
  return { ...finish, destination: { ...destination, kept, run, undoes: true }, brief: true };
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
async function sayWhatIsUnknown(
  invocation: Invocation,
  { record }: JobFile,
  { inputPath }: WritingRun,
): Promise<void> {
  const corrections = record.plan.corrections?.length ?? 0;
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
