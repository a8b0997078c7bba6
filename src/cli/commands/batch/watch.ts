import { pid } from 'node:process';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { isJobId, lockJob } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { collectNow } from '../../../lists/run/follow-batches.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { planFinish, refuseOccupied } from './destination.ts';
import { fallsShort, finishJob, incompleteError, writeJobResults } from './finish-job.ts';
import { findServiceJobs, lockOwnJob, newestUnfinished, openOwnJob } from './job-access.ts';
import type { IdsOptions } from './options.ts';
import { ownerOf, prepareFinish } from './outputs.ts';
import { nothingToResume } from './resume.ts';
import { writeBatches } from './service-batches.ts';
import { workOnJob } from './work-on-job.ts';

/** Follows batches or a job to their end, then writes the results. */
export async function runWatch(
  invocation: Invocation,
  options: IdsOptions,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const { identity } = service;
  const subject = findSubject(invocation, identity, idsOrNewest(invocation, options, identity));
  if (subject.kind === 'batches') {
    return await writeBatches(invocation, { ...options, service, ids: subject.ids, follow: true });
  }
  using locked = lockOwnJob(invocation, subject.id, identity);
  const { job } = locked;
  const { results } = options;
  const judging = await judgingOf(invocation, results);
  const finish = planFinish(invocation, { job, results, judging });
  await prepareFinish(invocation, finish);
  await using opened = await openService(invocation, service);
  const work = { job, service: opened, goal: 'followed', judging } as const;
  const outcome = await workOnJob(invocation, { ...work, options: options.work });
  const { reachability } = opened;
  return await finishJob(invocation, { ...finish, reachability }, outcome);
}

function idsOrNewest(
  invocation: Invocation,
  { ids }: IdsOptions,
  identity: string,
): readonly string[] {
  if (ids.length > 0) return ids;
  const newest = newestUnfinished(invocation, identity);
  if (newest === undefined) throw nothingToResume();
  return [newest];
}

/** Writes the results that exist now, without waiting. */
export async function runResults(
  invocation: Invocation,
  options: IdsOptions,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const subject = findSubject(invocation, service.identity, options.ids);
  if (subject.kind === 'batches') {
    return await writeBatches(invocation, { ...options, service, ids: subject.ids, follow: false });
  }
  const { results } = options;
  using job = openOwnJob(invocation, subject.id, service.identity);
  const judging = await judgingOf(invocation, results);
  const finish = planFinish(invocation, { job, results, judging });
  await refuseOccupied(finish.destination, job.state.written, (path) => ownerOf(invocation, path));
  await collect(invocation, job, service);
  const counts = await writeJobResults(invocation, finish);
  const incomplete = incompleteError(invocation, job);
  if (incomplete) throw incomplete;
  return await fallsShort(invocation, finish.results, counts);
}

/** Collects finished results, unless another process does: its results are in the record too. */
async function collect(
  invocation: Invocation,
  job: JobFile,
  service: ResolvedService,
): Promise<void> {
  if (job.openBatches().length === 0) return;
  await withOwnLock(job, async () => {
    await using opened = await openService(invocation, service);
    await collectNow(job, opened.client, invocation.context.signal);
  });
}

/** Works on a job unless another process does. */
export async function withOwnLock(job: JobFile, work: () => Promise<void>): Promise<void> {
  try {
    using _ = lockJob(job, pid);
    await work();
  } catch (error) {
    if (!isMailvetError(error, 'locked')) throw error;
  }
}

/** What a command works on: the job of one list, or batches without a local list. */
type Subject =
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'batches'; readonly ids: readonly string[] };

/**
 * Finds the job that the ids stand for. All batch ids of a job, as `batch submit` printed them, mean
 * the job: its results go back into its list.
 */
function findSubject(invocation: Invocation, identity: string, ids: readonly string[]): Subject {
  const distinct = [...new Set(ids)];
  const [first = ''] = distinct;
  if (distinct.length === 1 && isJobId(first)) return { kind: 'job', id: first };
  if (distinct.some(isJobId)) {
    throw new MailvetError('usage', 'Name one job at a time, or batches', {
      hint: 'Each job writes a list of its own',
    });
  }
  const owner = findServiceJobs(invocation, identity).find((job) =>
    sameSet(job.batchIds, distinct),
  );
  return owner ? { kind: 'job', id: owner.record.id } : { kind: 'batches', ids: distinct };
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((id) => some.includes(id));
}
