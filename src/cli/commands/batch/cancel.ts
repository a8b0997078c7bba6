import type { ServiceClient } from '../../../client/service-client.ts';
import type { Batch } from '../../../contract/decode.ts';
import { isMailvetError, MailvetError } from '../../../errors.ts';
import { isJobId } from '../../../jobs/job-directory.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { BATCH_COLUMNS, batchRow } from '../../render/batch-row.ts';
import { openService } from '../../service/open.ts';
import { resolveService } from '../../service/resolve.ts';
import { openOwnJob } from './job-access.ts';

interface CancelOptions {
  /** Batch ids, or job ids. */
  readonly ids: readonly string[];
}

export function parseCancelOptions({ args }: CommandLine): CancelOptions {
  return { ids: args };
}

/** Cancels batches. Tries every id, then throws the first refusal, if any. */
export async function runCancel(
  invocation: Invocation,
  { ids: given }: CancelOptions,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const ids = findBatchIds(invocation, given, service.identity);
  await using opened = await openService(invocation, service);
  const { cancelled, refusals } = await cancelAll(invocation, opened.client, ids);
  await printList(invocation, { rows: cancelled.map(batchRow), columns: BATCH_COLUMNS });
  const [first, ...others] = refusals;
  if (!first) return undefined;
  for (const refusal of others) await invocation.notice(refusal.message);
  throw first;
}

/** The open batches of a job, as far as its record knows. */
function findBatchIds(
  invocation: Invocation,
  given: readonly string[],
  identity: string,
): readonly string[] {
  const ids = given.flatMap((id) =>
    isJobId(id) ? findOpenBatches(invocation, id, identity) : [id],
  );
  return [...new Set(ids)];
}

function findOpenBatches(invocation: Invocation, id: string, identity: string): string[] {
  using job = openOwnJob(invocation, id, identity);
  const open = job.openBatches().flatMap(({ serviceId }) => serviceId ?? []);
  if (open.length > 0) return open;
  throw new MailvetError('refused', `${id} has no batch that could be cancelled`);
}

interface CancelOutcomes {
  readonly cancelled: readonly Batch[];
  readonly refusals: readonly MailvetError[];
}

async function cancelAll(
  { context: { signal } }: Invocation,
  client: ServiceClient,
  ids: readonly string[],
): Promise<CancelOutcomes> {
  const cancelled: Batch[] = [];
  const refusals: MailvetError[] = [];
  for (const id of ids) {
    try {
      cancelled.push(await client.cancelBatch(id, { signal }));
    } catch (error) {
      if (!isMailvetError(error, 'refused')) throw error;
      refusals.push(refusalError(id, error));
    }
  }
  return { cancelled, refusals };
}

function refusalError(id: string, error: MailvetError): MailvetError {
  return new MailvetError('refused', `${id} was not cancelled: ${error.message}`, {
    hint:
      error.status === 404
        ? 'mailvet batch list shows those that are there'
        : 'Only a pending or processing batch can be cancelled',
    ...(error.status !== undefined && { status: error.status }),
  });
}
