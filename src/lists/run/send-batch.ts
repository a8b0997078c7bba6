import { type ErrorCode, type Hint, isMailvetError, MailvetError } from '../../errors.ts';
import { cellAddress } from '../../formats/read/cell-addresses.ts';
import { damageError } from '../file/database.ts';
import { type BatchRecord, type JobRecord, sizeOf } from '../file/job-record.ts';
import { graceSignal } from './grace-signal.ts';
import { idempotencyKey, maySendAgain } from './idempotency.ts';
import type { JobRun } from './job-run.ts';

/** How long a POST that is under way may still go on after Ctrl-C, so that its answer is not lost. */
const GRACE_MS = 3000;

/** With these the service surely did nothing: the addresses were never taken. */
const UNSENT_CODES: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'quota',
  'refused',
  'rate_limited',
  'network',
  'request_timeout',
  'bad_answer',
  'config',
]);

/** Sends a batch whose intent is on record. Returns the error when its answer was lost. */
export async function sendBatch(
  run: JobRun,
  batch: BatchRecord,
): Promise<MailvetError | undefined> {
  const addresses = checkedAddresses(run, batch);
  using grace = graceSignal(run.signal, run.clock, GRACE_MS);
  try {
    const { id } = await run.client.createBatch(addresses, {
      signal: grace.signal,
      idempotencyKey: idempotencyKey(run, batch),
      job: jobOf(run.job.record, batch),
      ...(run.job.record.noCache && { noCache: true }),
    });
    // An answer that names an earlier batch (from a cache on the way) doesn't count.
    if (run.job.hasBatch(id))
      return new MailvetError('answer_lost', `the service gave ${id} twice`);
    run.job.recordAnswer(batch.number, id);
    run.onEvent({ type: 'accepted', id, adopted: false });
    return undefined;
  } catch (error) {
    if (isMailvetError(error, 'answer_lost')) return error;
    if (isMailvetError(error) && UNSENT_CODES.has(error.code)) dropUnsent(run, batch);
    throw error;
  }
}

/** What is asked again is no further size of the list. */
function jobOf({ id, name, counts }: JobRecord, { first }: BatchRecord) {
  return { id, name, size: first > counts.wanted ? null : counts.wanted };
}

/** An earlier POST of a lost batch may have been taken; and what was sent behind a batch leaves no gap. */
function dropUnsent({ job }: JobRun, { number, lost }: BatchRecord): void {
  if (!lost && job.batches().at(-1)?.number === number) job.dropIntent(number);
}

/**
 * Notes that a batch is sent once more, and reports it. With a key that the service remembers, the
 * intent stays as it is: the key's age counts from the first POST.
 */
export function renewIntent(run: JobRun, batch: BatchRecord): BatchRecord {
  const { job, clock, onEvent } = run;
  if (maySendAgain(run, batch)) {
    const text =
      'Sending a batch again whose answer is missing: its key keeps it from being charged twice';
    onEvent({ type: 'notice', text });
    return batch;
  }
  onEvent({ type: 'notice', text: resendNotice(run, batch) });
  return job.renewIntent(batch, clock.now());
}

const SENT_AGAIN = 'Sending a batch again whose answer was lost';

function resendNotice({ resendUnknown }: JobRun, { lost }: BatchRecord): Hint {
  if (!lost) return 'The batch that was under way is not at the service: sending it';
  return resendUnknown
    ? [SENT_AGAIN, ' (', { code: 'resend_unknown' }, '): it can be charged twice']
    : 'A batch whose answer was lost is not in the list of the service, which is up to date: sending it again';
}

/** The addresses of a batch, each judged once more: what goes out is paid for. */
function checkedAddresses({ job }: JobRun, batch: BatchRecord): readonly string[] {
  const addresses = job.addresses(batch);
  const isWhole = addresses.length === sizeOf(batch) && addresses.every(isAddress);
  if (!isWhole) throw damageError(job.path, 'its addresses have changed');
  return addresses;
}

function isAddress(address: string): boolean {
  return cellAddress(address).address === address;
}
