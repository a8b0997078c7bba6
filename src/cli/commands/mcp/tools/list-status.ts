import { pid } from 'node:process';
import { VERDICTS } from '../../../../contract/verdict.ts';
import { isMailvetError } from '../../../../errors.ts';
import { isJobId, listJobs } from '../../../../lists/directory/job-directory.ts';
import { lockJob } from '../../../../lists/directory/job-lock.ts';
import { collectNow } from '../../../../lists/run/collect-now.ts';
import { readEntries } from '../../../../lists/run/read-entries.ts';
import { judgeAddress } from '../../../../policy/policy.ts';
import { type Invocation, judgingOf } from '../../../invocation.ts';
import { findServiceJobs, jobsDirectory, openOwnJob } from '../../batch/submit/job-access.ts';
import { readListState, toJobLine } from '../list-state.ts';
import type { McpSession, ServiceInUse } from '../session.ts';
import type { ToolCall } from '../tool.ts';

interface ListStatusParameters {
  readonly id?: string | undefined;
  readonly limit: number;
  readonly waitSeconds: number;
}

const NOTHING = { lists: null, list: null, batch: null };

/** The lists of this machine, or how far one of them is, or a batch of the service. */
export async function listStatus(
  session: McpSession,
  { id, limit, waitSeconds }: ListStatusParameters,
  call: ToolCall,
): Promise<object> {
  const invocation = session.invocation(call.signal);
  if (id === undefined) return { ...NOTHING, lists: readLists(session, invocation, limit) };
  const jobId = isJobId(id) ? id : await findOwner(session, invocation, id);
  if (jobId === undefined) return { ...NOTHING, batch: await readBatch(session, invocation, id) };
  const run = session.runs.get(jobId);
  if (run?.isActive) await run.wait(waitSeconds * 1000, call);
  else await collect(invocation, jobId, await session.service());
  return { ...NOTHING, list: await readListState(invocation, jobId, run) };
}

/** Records that can't be read are left out, as the message on the command line says. */
function readLists({ runs }: McpSession, invocation: Invocation, limit: number) {
  const jobs = listJobs(jobsDirectory(invocation));
  return jobs
    .slice(0, limit)
    .map((job) => toJobLine(job, runs.get(job.record.id)?.isActive ?? false));
}

/** The list that a batch belongs to, if any. */
async function findOwner(
  session: McpSession,
  invocation: Invocation,
  id: string,
): Promise<string | undefined> {
  const { resolved } = await session.service();
  const jobs = findServiceJobs(invocation, resolved.identity);
  return jobs.find(({ batchIds }) => batchIds.includes(id))?.record.id;
}

/** Gets the results that the service has, unless another program works on the list: it does. */
async function collect(
  invocation: Invocation,
  id: string,
  { resolved, opened }: ServiceInUse,
): Promise<void> {
  using job = openOwnJob(invocation, id, resolved.identity);
  if (job.openBatches().length === 0) return;
  try {
    using _ = lockJob(job, pid);
    await collectNow(job, opened.client, invocation.context.signal);
  } catch (error) {
    if (!isMailvetError(error, 'locked')) throw error;
  }
}

async function readBatch(session: McpSession, invocation: Invocation, id: string): Promise<object> {
  const { opened } = await session.service();
  const { signal } = invocation.context;
  const answer = await opened.client.getBatch(id, { signal });
  const { batch, entries } = readEntries(answer);
  const judging = await judgingOf(invocation);
  const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  for (const { email, verification, error } of entries) {
    if (!verification && error === undefined) continue;
    const { verdict } = judgeAddress(email, { verification, error }, judging);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  return {
    id: batch.id,
    status: batch.status,
    total: batch.totalCount ?? null,
    done: batch.processedCount ?? null,
    createdAt: batch.createdAt ?? null,
    verdicts,
  };
}
