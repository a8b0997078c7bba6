import { type ErrorCode, isMailvetError, MailvetError } from '../errors.ts';
import { backoffDelay } from '../lib/backoff.ts';
import { cellAddresses } from '../lists/read/cell-addresses.ts';
import { damageError } from './damage.ts';
import { graceSignal } from './grace-signal.ts';
import { idempotencyKey, maySendAgain } from './idempotency.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import type { JobRun } from './job-run.ts';
import { reconcile } from './reconcile.ts';

/** Answers lost in a row after which a run stops, even with --resend-unknown. */
const MAX_LOSSES = 3;
const BACKOFF = { first: 1000, max: 10_000 };

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

/**
 * Brings an intent to its answer, by sending or by finding the batch that an earlier POST became.
 *
 *     intent ──POST──► answer
 *       ▲  │ lost
 *       ├──┤ the service remembers keys: the same key gets the same batch
 *       │  ▼
 *       │ look ──found──► adopted
 *       │  │ not found
 *       │  ▼
 *       └──┤ --resend-unknown, or the program was killed and a POST may never have left
 *          ▼
 *        answer_lost: it is for the user to decide
 *
 * `sentBefore`: a POST may have left already (the program was killed before its answer).
 */
export async function sendBatch(
  run: JobRun,
  intent: BatchRecord,
  sentBefore: boolean,
): Promise<void> {
  let batch = intent;
  if (sentBefore) {
    if (await isAdopted(run, batch, batch.intendedAt)) return;
    batch = renewIntent(run, batch);
  }
  for (let losses = 1; ; losses += 1) {
    const lost = await post(run, batch);
    if (!lost) return;
    batch = run.job.recordLost(batch.number);
    if (await isAdopted(run, batch, run.clock.now())) return;
    if (losses >= MAX_LOSSES) throw lost;
    await run.clock.sleep(backoffDelay(BACKOFF, losses, 1), run.signal);
    batch = renewIntent(run, batch);
  }
}

async function isAdopted(run: JobRun, batch: BatchRecord, since: number): Promise<boolean> {
  if (maySendAgain(run, batch)) return false;
  return (await reconcile(run, batch, since)) === 'adopted';
}

/**
 * Notes that the batch is sent once more, and reports it. With a key that the service remembers, the
 * intent stays as it is: the key's age counts from the first POST.
 */
function renewIntent(run: JobRun, batch: BatchRecord): BatchRecord {
  if (maySendAgain(run, batch)) {
    const text =
      'Sending a batch again whose answer is missing: its key keeps it from being charged twice';
    run.onEvent({ type: 'notice', text });
    return batch;
  }
  const text = batch.lost
    ? 'Sending a batch again whose answer was lost (--resend-unknown): it can be charged twice'
    : 'The batch that was under way is not at the service: sending it';
  run.onEvent({ type: 'notice', text });
  return run.job.renewIntent(batch.number, run.clock.now());
}

/** One POST. Returns the error when its answer was lost. */
async function post(run: JobRun, batch: BatchRecord): Promise<Error | undefined> {
  const addresses = checkedAddresses(run, batch);
  using grace = graceSignal(run.signal, run.clock, GRACE_MS);
  try {
    const { id } = await run.client.createBatch(addresses, {
      signal: grace.signal,
      idempotencyKey: idempotencyKey(run, batch),
    });
    // An answer that names an earlier batch (from a cache on the way, say) is none.
    if (run.job.hasBatch(id))
      return new MailvetError('answer_lost', `the service gave ${id} twice`);
    run.job.recordAnswer(batch.number, id);
    run.onEvent({ type: 'accepted', id, adopted: false });
    return undefined;
  } catch (error) {
    if (isMailvetError(error, 'answer_lost')) return error;
    // An earlier POST of it may still have been taken.
    const isUnsent = isMailvetError(error) && UNSENT_CODES.has(error.code) && !batch.lost;
    if (isUnsent) run.job.dropIntent(batch.number);
    throw error;
  }
}

/** The addresses of a batch, each judged once more: what goes out is paid for. */
function checkedAddresses({ job }: JobRun, batch: BatchRecord): readonly string[] {
  const addresses = job.addresses(batch);
  const isWhole = addresses.length === sizeOf(batch) && addresses.every(isAddress);
  if (!isWhole) throw damageError(job.path, 'its addresses have changed');
  return addresses;
}

function isAddress(address: string): boolean {
  const [cell] = cellAddresses(address, false);
  return cell?.address === address;
}
