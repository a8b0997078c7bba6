import { lockOwnJob } from '../../batch/job-access.ts';
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
    using locked = lockOwnJob(invocation, id, resolved.identity);
    await cancelBatches(locked.job, opened.client);
  }
  return { list: await readListState(invocation, id, run) };
}
