import { pid } from 'node:process';
import { isMailvetError } from '../../../errors.ts';
import { collectNow } from '../../../jobs/collect-now.ts';
import type { JobFile } from '../../../jobs/job-file.ts';
import { lockJob } from '../../../jobs/job-lock.ts';
import type { Action, Invocation } from '../../invocation.ts';
import { identityOfService, openService } from '../../service/open.ts';
import { fallsShort, writeResultsOf } from './finish-job.ts';
import { openOwnJob } from './job-access.ts';
import { writeBatches } from './service-batches.ts';
import { subjectOf } from './subject.ts';
import { finishOf } from './watch.ts';

/** Writes the results that exist now, without waiting. */
export const runResults: Action = async (invocation) => {
  const identity = await identityOfService(invocation);
  const subject = subjectOf(invocation, identity, invocation.args);
  if (subject.kind === 'batches') {
    return await writeBatches(invocation, { ids: subject.ids, follow: false });
  }
  using job = openOwnJob(invocation, subject.id, identity);
  const finish = await finishOf(invocation, job);
  await collect(invocation, job);
  const counts = await writeResultsOf(invocation, finish);
  return await fallsShort(invocation, finish.flags, counts);
};

/** Gets what is there, unless another process is at it: what that one stores is as good. */
async function collect(invocation: Invocation, job: JobFile): Promise<void> {
  if (job.openBatches().length === 0) return;
  try {
    using _ = lockJob(job, pid);
    await using service = await openService(invocation);
    await collectNow(job, service.client, invocation.context.signal);
  } catch (error) {
    if (!isMailvetError(error, 'locked')) throw error;
  }
}
