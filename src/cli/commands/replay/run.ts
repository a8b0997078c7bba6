import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { decodeVerification } from '../../../contract/decode.ts';
import { MailvetError } from '../../../errors.ts';
import { isObject } from '../../../lib/json.ts';
import { reasonOf } from '../../../lib/system-reason.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { isJobId, listJobs, openJob } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { loadRejudge } from '../../connect/embedded.ts';
import { type CommandLine, type Invocation, judgingOf } from '../../invocation.ts';
import { printReplay, type ReplayedResult } from '../../render/replay.ts';
import { jobsDirectory, lockForWork } from '../batch/submit/job-access.ts';
import { type Rejudging, type ResultWithEvidence, rejudgeResult } from './rejudge-result.ts';

interface ReplayOptions {
  /** A job id, or the absolute path of a file. */
  readonly subject: string;
  readonly apply: boolean;
}

export function parseReplayOptions({ args, flags, context }: CommandLine): ReplayOptions {
  const [given = ''] = args;
  const subject = isJobId(given) ? given : resolve(context.cwd, given);
  return { subject, apply: flags.apply === true };
}

/** Shows which results would change, or corrects them. */
export async function runReplay(
  invocation: Invocation,
  { subject, apply }: ReplayOptions,
): Promise<undefined> {
  const judging: Rejudging = {
    rejudge: await loadRejudge(invocation),
    judging: await judgingOf(invocation),
  };
  const id = isJobId(subject) ? subject : findWriter(invocation, subject);
  if (id === undefined) {
    if (apply) throw onlyRead(subject);
    const answers = await readAnswers(subject);
    const judged = answers.map((answer) => rejudgeResult(judging, answer));
    return report(invocation, judged, 'Only a job can be corrected, with --apply');
  }
  using locked = lockForWork(openJob(jobsDirectory(invocation), id));
  const judged = replayJob(locked.job, { ...judging, apply });
  const next = apply
    ? `mailvet batch results ${id} --force writes its files anew`
    : `mailvet replay ${id} --apply corrects them`;
  return report(invocation, judged, next);
}

/** What became of each result; undefined: nothing of it is kept that could be judged. */
type Judged = readonly (ReplayedResult | 'same' | undefined)[];

async function report(invocation: Invocation, judged: Judged, next: string): Promise<undefined> {
  const known = judged.filter((one) => one !== undefined);
  const changes = known.filter((one) => one !== 'same');
  await printReplay(invocation, changes);
  const without = judged.length - known.length;
  const rest = without > 0 ? `; ${plural(without, 'result')} without evidence` : '';
  await invocation.notice(
    `Differ by the rules of today: ${counted(changes.length)} of ${plural(known.length, 'result')}${rest}`,
  );
  if (changes.length > 0) await invocation.notice(next);
}

/** The newest job that wrote the file. */
function findWriter(invocation: Invocation, path: string): string | undefined {
  const directory = jobsDirectory(invocation);
  for (const { record } of listJobs(directory, () => {})) {
    using job = openJob(directory, record.id);
    if (job.state.written.some((file) => file.path === path)) return record.id;
  }
  return undefined;
}

function onlyRead(path: string): MailvetError {
  return new MailvetError('usage', `No job wrote ${path}, so its results can't be corrected`, {
    hint: 'Leave out --apply, or name a job: mailvet jobs list shows them',
  });
}

/** Judges all results of a job again, a batch at a time; `apply` corrects those that differ. */
function replayJob(
  job: JobFile,
  { apply, ...judging }: Rejudging & { readonly apply: boolean },
): (ReplayedResult | 'same' | undefined)[] {
  return job.batches().flatMap((batch) => {
    const addresses = job.addresses(batch);
    const results = job.results(batch);
    const evidence = job.evidence(batch);
    const judged = results.map((result, index) => {
      const email = addresses[index] ?? '';
      const { verification } = result ?? {};
      const known = evidence[index];
      if (!verification || !known) return undefined;
      return rejudgeResult(judging, { email, verification, evidence: known });
    });
    const corrected = results.map((result, index) => {
      const one = judged[index];
      return typeof one === 'object' ? { ...result, verification: one.verification } : result;
    });
    if (apply && corrected.some((result, index) => result !== results[index])) {
      const { status, processed, collected } = batch;
      job.storeResults(batch, corrected, { status, processed, collected, evidence });
    }
    return judged;
  });
}

/**
 * The results in a file of JSON or JSON lines, as the service answers them with `include=detail`, or as
 * `verify --explain --json` prints them.
 */
async function readAnswers(path: string): Promise<readonly ResultWithEvidence[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'is neither a job nor a file' : `can't be read: ${reasonOf(error)}`;
    throw new MailvetError('input', `${basename(path)} ${why}`, {
      hint: 'Name a job, or a file: mailvet jobs list shows the jobs',
      cause: error,
    });
  });
  const found = parse(text).flatMap(toResults);
  if (found.length > 0) return found;
  throw new MailvetError('input', `${path} holds nothing that could be judged again`, {
    hint: 'Name a job, a file that a job wrote on this machine, or JSON of the service with include=detail',
  });
}

/** One value, or one a line; what is neither holds nothing. */
function parse(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
  }
}

/** Of a result, of a list of them, or of a batch. */
function toResults(value: unknown): ResultWithEvidence[] {
  if (Array.isArray(value)) return value.flatMap(toResults);
  if (!isObject(value)) return [];
  if (Array.isArray(value.emails)) return toResults(value.emails);
  if (isObject(value.result)) return toResults(value.result);
  const detail = isObject(value.explanation) ? value.explanation : value.detail;
  const verification = decodeVerification({ ...value, detail });
  if (typeof value.email !== 'string' || !verification || !isObject(detail)) return [];
  return [{ email: value.email, verification, evidence: detail }];
}
