import type { ExitCode } from '../../exit-codes.ts';
import { type Action, type Invocation, riskyRole } from '../../invocation.ts';
import { openService } from '../../service/open.ts';
import { type ResolvedService, resolveService } from '../../service/resolve.ts';
import { chooseDestination, refuseOccupied } from './destination.ts';
import { finishJob } from './finish-job.ts';
import { resultFlags, workFlags } from './flags.ts';
import { type HeldJob, holdJob, newestUnfinished } from './job-access.ts';
import { nothingToResume } from './resume.ts';
import { writeBatches } from './service-batches.ts';
import { subjectOf } from './subject.ts';
import { workOnJob } from './work-on-job.ts';

/** Follows batches or a job to their end, then writes the results. */
export const runWatch: Action = async (invocation) => {
  workFlags(invocation.flags);
  const service = await resolveService(invocation);
  const { identity } = service;
  const subject = subjectOf(invocation, identity, idsOrNewest(invocation, identity));
  if (subject.kind === 'batches') {
    return await writeBatches(invocation, { service, ids: subject.ids, follow: true });
  }
  using held = holdJob(invocation, subject.id, identity);
  return await watchJob(invocation, service, held);
};

function idsOrNewest(invocation: Invocation, identity: string): readonly string[] {
  if (invocation.args.length > 0) return invocation.args;
  const newest = newestUnfinished(invocation, identity);
  if (newest === undefined) throw nothingToResume();
  return [newest];
}

async function watchJob(
  invocation: Invocation,
  service: ResolvedService,
  { job }: HeldJob,
): Promise<ExitCode | undefined> {
  const finish = await finishOf(invocation, job);
  await using opened = await openService(invocation, service);
  const { riskyRole: risky } = finish;
  const work = { job, service: opened, goal: 'followed', riskyRole: risky } as const;
  const outcome = await workOnJob(invocation, work);
  return await finishJob(invocation, finish, outcome);
}

/** Where the results of a job go, made sure of before anything is done. */
export async function finishOf(invocation: Invocation, job: HeldJob['job']) {
  const { context } = invocation;
  const flags = resultFlags(invocation.flags, context.cwd);
  const { plan, inputPath } = job.record;
  const stdoutIsTerminal = context.stdout.isTTY;
  const destination = chooseDestination(flags, { plan, inputPath, stdoutIsTerminal });
  await refuseOccupied(destination, job.written);
  return { job, destination, flags, riskyRole: await riskyRole(invocation) };
}
