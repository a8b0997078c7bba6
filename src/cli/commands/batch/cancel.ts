import type { ServiceClient } from '../../../contract/client/service-client.ts';
import type { Batch } from '../../../contract/decode.ts';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { plural } from '../../../lib/wording.ts';
import { isJobId, knownBatchIds } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { sizeOf } from '../../../lists/file/job-record.ts';
import { type CancelOutcome, cancelJob } from '../../../lists/run/cancel-job.ts';
import { collectNow } from '../../../lists/run/follow-batches.ts';
import { openService } from '../../connect/open.ts';
import { resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { CommandLine, Invocation } from '../../invocation.ts';
import { printList } from '../../io/print.ts';
import { BATCH_COLUMNS, batchRow } from '../../render/batch-row.ts';
import { unsentText } from './finish-job.ts';
import { jobsDirectory, openOwnJob, resumeCommand, retryCommand } from './job-access.ts';
import { withOwnLock } from './watch.ts';

interface CancelOptions {
  /** Batch ids, or job ids. */
  readonly ids: readonly string[];
}

export function parseCancelOptions({ args }: CommandLine): CancelOptions {
  return { ids: args };
}

/** Cancels batches and jobs. Tries every id, then throws the first refusal, if any. */
export async function runCancel(
  invocation: Invocation,
  { ids: given }: CancelOptions,
): Promise<ExitCode | undefined> {
  const service = await resolveService(invocation);
  const ids = [...new Set(given)];
  // Before the service is opened: a job that is not here needs none.
  using jobs = openJobs(invocation, ids.filter(isJobId), service.identity);
  await using opened = await openService(invocation, service);
  const { cancelled, refusals } = await cancelAll(
    invocation,
    opened.client,
    ids.filter((id) => !isJobId(id)),
  );
  for (const job of jobs.list) {
    const outcome = await cancelListJob(invocation, opened.client, job);
    await collectCancelled(invocation, opened.client, job);
    await sayWhatIsLeft(invocation, job, outcome);
    cancelled.push(...outcome.cancelled);
    refusals.push(...cancelErrors(job, outcome));
    if (isNothing(job, outcome)) refusals.push(nothingToCancel(job.record.id));
  }
  await printList(invocation, { rows: cancelled.map(batchRow), columns: BATCH_COLUMNS });
  const [first, ...others] = refusals;
  if (!first) return undefined;
  for (const refusal of others) await invocation.notice(refusal.message);
  throw first;
}

interface OpenJobs extends Disposable {
  readonly list: readonly JobFile[];
}

/** Throws for a job with nothing to cancel. */
function openJobs(invocation: Invocation, ids: readonly string[], identity: string): OpenJobs {
  const opened: JobFile[] = [];
  const close = () => {
    for (const job of opened.splice(0)) job.close();
  };
  try {
    for (const id of ids) {
      const job = openOwnJob(invocation, id, identity);
      opened.push(job);
      if (!job.hasWork()) throw nothingToCancel(id);
    }
    return { list: [...opened], [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  }
}

function nothingToCancel(id: string): MailvetError {
  return new MailvetError('refused', `${id} has no batch that could be cancelled`);
}

/** Cancels a job: what is left of it is not sent, and its open batches are cancelled. */
export async function cancelListJob(
  invocation: Invocation,
  client: ServiceClient,
  job: JobFile,
): Promise<CancelOutcome> {
  const { clock, signal } = invocation.context;
  const { id, service } = job.record;
  const foreignBatchIds = () => knownBatchIds(jobsDirectory(invocation), service);
  await using _ = invocation.underWay(() => `Cancelling ${id} …`);
  return await cancelJob({ job, client, clock, signal, foreignBatchIds });
}

async function sayWhatIsLeft(
  invocation: Invocation,
  job: JobFile,
  outcome: CancelOutcome,
): Promise<void> {
  const { id } = job.record;
  for (const batch of outcome.ended) {
    await invocation.notice(`${batch.id} had ended already: it is ${batch.status}`);
  }
  if (job.nextRange(1) !== undefined) {
    const command = resumeCommand(invocation, id);
    await invocation.notice(`${id}: ${unsentText(job)}. Send the rest with: ${command}`);
  } else if (outcome.cancelled.length > 0) {
    await invocation.notice(`Verify the rest with: ${retryCommand(invocation, id)}`);
  }
}

/** What there is of a cancelled list comes into the record, where nobody else collects it. */
async function collectCancelled(
  { context: { signal } }: Invocation,
  client: ServiceClient,
  job: JobFile,
): Promise<void> {
  try {
    await withOwnLock(job, () => collectNow(job, client, signal));
  } catch (error) {
    // The batches are cancelled: `batch watch` gets their results later.
    if (signal.aborted || !isMailvetError(error)) throw error;
  }
}

function isNothing(job: JobFile, { cancelled, failures, lost }: CancelOutcome): boolean {
  const tried = cancelled.length + failures.length + lost.length;
  return tried === 0 && job.nextRange(1) === undefined;
}

/** What of a job could not be cancelled. */
export function cancelErrors(
  job: JobFile,
  { failures, lost, isSending }: CancelOutcome,
): readonly MailvetError[] {
  const { id } = job.record;
  const addresses = lost.reduce((sum, batch) => sum + sizeOf(batch), 0);
  return [
    ...failures.map((failure) => notCancelled(failure.id, failure.error)),
    ...(lost.length === 0 ? [] : [lostError(id, addresses)]),
    ...(isSending ? [stillSending(job)] : []),
  ];
}

function lostError(id: string, addresses: number): MailvetError {
  const count = plural(addresses, 'address', 'addresses');
  return new MailvetError(
    'answer_lost',
    `the answer to a batch of ${id} was lost: ${count} may still be verified`,
    {
      hint: [
        { code: 'list_batches' },
        ' shows what the service has; ',
        { code: 'terminal', text: 'mailvet batch cancel <id>' },
        ' cancels it',
      ],
    },
  );
}

function stillSending({ record, state }: JobFile): MailvetError {
  const other = state.pid === undefined ? 'another process' : `process ${state.pid}`;
  return new MailvetError('locked', `${record.id} is cancelled, but ${other} has not stopped yet`, {
    hint: 'It stops behind the request that it waits for, and cancels what it sent; or end it, and cancel again',
  });
}

async function cancelAll(
  { context: { signal } }: Invocation,
  client: ServiceClient,
  ids: readonly string[],
): Promise<{ readonly cancelled: Batch[]; readonly refusals: MailvetError[] }> {
  const cancelled: Batch[] = [];
  const refusals: MailvetError[] = [];
  for (const id of ids) {
    try {
      cancelled.push(await client.cancelBatch(id, { signal }));
    } catch (error) {
      if (!isMailvetError(error, 'refused')) throw error;
      refusals.push(notCancelled(id, error));
    }
  }
  return { cancelled, refusals };
}

function notCancelled(
  id: string,
  { code, message, status, hint: known }: MailvetError,
): MailvetError {
  const refused =
    status === 404
      ? 'mailvet batch list shows those that are there'
      : 'Only a pending or processing batch can be cancelled';
  const hint = code === 'refused' ? refused : known;
  return new MailvetError(code, `${id} was not cancelled: ${message}`, {
    ...(hint !== undefined && { hint }),
    ...(status !== undefined && { status }),
  });
}
