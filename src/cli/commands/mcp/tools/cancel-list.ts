import type { ServiceClient } from '../../../../client/service-client.ts';
import { isMailvetError } from '../../../../errors.ts';
import type { Invocation } from '../../../invocation.ts';
import { cancelErrors, cancelListJob } from '../../batch/cancel.ts';
import { lockOwnJob, openOwnJob } from '../../batch/submit/job-access.ts';
import { cancelBatches } from '../list-run.ts';
import { readListState } from '../list-state.ts';
import type { McpSession } from '../session.ts';
import type { ToolCall } from '../tool.ts';

/** Calls a list off: nothing more is sent, and its open batches are cancelled at the service. */
export async function cancelList(
  session: McpSession,
  { id }: { readonly id: string },
  { signal }: ToolCall,
): Promise<object> {
  const invocation = session.invocation(signal);
  const run = session.runs.get(id);
  if (run?.isActive) {
    await run.cancel();
  } else {
    const { resolved, opened } = await session.service();
    const { identity } = resolved;
    await cancelIdle(invocation, { id, identity, client: opened.client });
  }
  return { list: await readListState(invocation, id, run) };
}

interface IdleList {
  readonly id: string;
  readonly identity: string;
  readonly client: ServiceClient;
}

/** Cancels a list that this server does not work on; another process that does is asked to stop. */
async function cancelIdle(
  invocation: Invocation,
  { id, identity, client }: IdleList,
): Promise<void> {
  try {
    using locked = lockOwnJob(invocation, id, identity);
    await cancelBatches(locked.job, client);
  } catch (error) {
    if (!isMailvetError(error, 'locked')) throw error;
    using job = openOwnJob(invocation, id, identity);
    const [failure] = cancelErrors(job, await cancelListJob(invocation, client, job));
    if (failure) throw failure;
  }
}
