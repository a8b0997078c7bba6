import { pid } from 'node:process';
import { isMailvetError } from '../../../errors.ts';
import { collectNow } from '../../../jobs/collect-now.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import { lockJob } from '../../../jobs/job-lock.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { openService } from '../../service/open.ts';
import { type ResolvedService, resolveService } from '../../service/resolve.ts';
import { fallsShort, writeResultsOf } from './finish-job.ts';
import { openOwnJob } from './job-access.ts';
import { writeBatches } from './service-batches.ts';
import { subjectOf } from './subject.ts';
import { finishOf } from './watch.ts';

/** Writes the results that exist now, without waiting. */
export const runResults: Action = async (invocation) => {
  const service = await resolveService(invocation);
  const subject = subjectOf(invocation, service.identity, invocation.args);
  if (subject.kind === 'batches') {
    return await writeBatches(invocation, { service, ids: subject.ids, follow: false });
  }
  using job = openOwnJob(invocation, subject.id, service.identity);
  const finish = await finishOf(invocation, job);
  await collect(invocation, service, job);
  const counts = await writeResultsOf(invocation, finish);
  return await fallsShort(invocation, finish.flags, counts);
};

/** Gets what is there, unless another process is at it: what that one stores is as good. */
async function collect(
  invocation: Invocation,
  service: ResolvedService,
  job: JobFile,
): Promise<void> {
  if (job.openBatches().length === 0) return;
  try {
    using _ = lockJob(job, pid);
    await using opened = await openService(invocation, service);
    await collectNow(job, opened.client, invocation.context.signal);
  } catch (error) {
    if (!isMailvetError(error, 'locked')) throw error;
  }
}
