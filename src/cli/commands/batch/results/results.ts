import { pid } from 'node:process';
import { isMailvetError } from '../../../../errors.ts';
import { lockJob } from '../../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../../lists/file/job-file.ts';
import { collectNow } from '../../../../lists/run/follow-batches.ts';
import { openService } from '../../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../../connect/resolve.ts';
import type { ExitCode } from '../../../exit-codes.ts';
import { type Invocation, judgingOf } from '../../../invocation.ts';
import type { IdsOptions } from '../options.ts';
import { findSubject } from '../subject.ts';
import { refuseOccupied } from '../submit/destination.ts';
import { fallsShort, writeJobResults } from '../submit/finish-job.ts';
import { incompleteError } from '../submit/incomplete-list.ts';
import { openOwnJob } from '../submit/job-access.ts';
import { planFinish } from '../submit/plan-finish.ts';
import { ownerOf } from '../submit/prepare-outputs.ts';
import { writeBatches } from './service-batches.ts';

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
