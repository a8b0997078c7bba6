import type { BatchRecord } from '../file/job-record.ts';
import type { JobRun } from './job-run.ts';

/** A service counts from when the POST arrived; its clock may run faster than ours. */
const MARGIN_MS = 60 * 60_000;

/**
 * The key of a batch's POST: from the job and the addresses' positions, which are in the job file
 * before the POST leaves. Hence every further POST of the batch has it, also after a kill.
 */
export function idempotencyKey(
  { job }: Pick<JobRun, 'job'>,
  { first, last }: Pick<BatchRecord, 'first' | 'last'>,
): string {
  return `${job.record.id}.${first}-${last}`;
}

/** Whether the service is known to answer another POST of this batch with what the first became. */
export function maySendAgain(
  { client, clock }: Pick<JobRun, 'client' | 'clock'>,
  { intendedAt }: Pick<BatchRecord, 'intendedAt'>,
): boolean {
  const lifetime = client.idempotencyLifetime();
  const age = clock.now() - intendedAt;
  return lifetime !== undefined && age >= 0 && age < lifetime - MARGIN_MS;
}
