import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import type { IdsOptions } from './options.ts';
import { writeBatches } from './results/service-batches.ts';
import { nothingToResume } from './resume.ts';
import { findSubject } from './subject.ts';
import { finishJob } from './submit/finish-job.ts';
import { type LockedJob, lockOwnJob, newestUnfinished } from './submit/job-access.ts';
import { planFinish } from './submit/plan-finish.ts';
import { prepareOutputs } from './submit/prepare-outputs.ts';
import { workOnJob } from './submit/work-on-job.ts';

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
  return await watchJob(invocation, { service, locked, options });
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

interface WatchedJob {
  readonly service: ResolvedService;
  readonly locked: LockedJob;
  readonly options: IdsOptions;
}

async function watchJob(
  invocation: Invocation,
  { service, locked: { job }, options: { results, work: options } }: WatchedJob,
): Promise<ExitCode | undefined> {
  const judging = await judgingOf(invocation, results);
  const finish = planFinish(invocation, { job, results, judging });
  const { plan } = job.record;
  await prepareOutputs(invocation, finish.destination, results, {
    plan,
    written: job.state.written,
  });
  await using opened = await openService(invocation, service);
  const work = { job, service: opened, goal: 'followed', judging, options } as const;
  const outcome = await workOnJob(invocation, work);
  const { reachability } = opened;
  return await finishJob(invocation, { ...finish, reachability }, outcome);
}
