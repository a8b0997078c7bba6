import { isMailvetError, MailvetError } from '../errors.ts';
import { formatDuration } from '../lib/duration.ts';
import { joinSentences, plural } from '../lib/wording.ts';
import { findBatch, type LookupResult } from './find-batch.ts';
import { maySendAgain } from './idempotency.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import type { JobRun } from './job-run.ts';
import { lookUntilFound, timeToShow } from './look-until-found.ts';

/** Where the user wants it sent again regardless, a batch that shows at once is still found. */
const SHORT_LOOKUP_MS = 3000;

/**
 * Finds out what became of a batch whose answer is not known: `adopted` (it is there, and is ours
 * now) or `absent` (its addresses are to be sent again). Looks for it for as long as the service may
 * take to show it. Throws `answer_lost` when it can't be known: a POST that surely left may have
 * been taken, however long the list does not show it.
 *
 * `since`: when its POST ended, in milliseconds since the epoch.
 */
export async function reconcile(
  run: JobRun,
  batch: BatchRecord,
  since: number,
): Promise<'adopted' | 'absent'> {
  const found = await findWithRetries(run, batch, since);
  if (found.kind === 'found') {
    run.job.recordAnswer(batch.number, found.id);
    run.onEvent({ type: 'accepted', id: found.id, adopted: true });
    return 'adopted';
  }
  if (run.resendUnknown || maySendAgain(run, batch)) return 'absent';
  if (found.kind === 'inconclusive') throw answerLostError(`batch ${found.id} may be it`);
  if (!batch.lost) return 'absent';
  const size = plural(sizeOf(batch), 'address', 'addresses');
  throw answerLostError(`no batch of these ${size} is in its list`);
}

async function findWithRetries(
  run: JobRun,
  batch: BatchRecord,
  since: number,
): Promise<LookupResult> {
  const limit = run.resendUnknown ? SHORT_LOOKUP_MS : timeToShow(sizeOf(batch));
  // A clock that was set back must not make the wait longer than it is meant to be.
  const left = Math.min(since + limit - run.clock.now(), limit);
  return lookUntilFound(() => look(run, batch), {
    left,
    clock: run.clock,
    signal: run.signal,
    // A look may bring the service's word that it remembers keys.
    mayStop: () => maySendAgain(run, batch),
    onWait: () => run.onEvent({ type: 'notice', text: lookupNotice(left) }),
  });
}

function lookupNotice(ms: number): string {
  const time = formatDuration(ms);
  return `The answer to a batch is missing: looking for the batch at the service, for up to ${time}`;
}

async function look(run: JobRun, batch: BatchRecord): Promise<LookupResult> {
  const lost = { addresses: run.job.addresses(batch), intendedAt: batch.intendedAt };
  const around = {
    known: new Set([
      ...run.foreignBatchIds(),
      ...run.job.batches().flatMap((b) => b.serviceId ?? []),
    ]),
    listing: run.job.state.listing,
    signal: run.signal,
  };
  try {
    return await findBatch(run.client, lost, around);
  } catch (error) {
    if (!isMailvetError(error) || STOPS.has(error.code)) throw error;
    if (run.resendUnknown || maySendAgain(run, batch)) return { kind: 'absent' };
    throw answerLostError(`the service could not be asked: ${error.message}`, error);
  }
}

/** These say what is wrong better than we could. */
const STOPS: ReadonlySet<string> = new Set([
  'unauthorized',
  'interrupted',
  'terminated',
  'timeout',
]);

function answerLostError(why: string, cause?: MailvetError): MailvetError {
  const message = 'the answer to a batch was lost, and whether the service has it is not known';
  return new MailvetError('answer_lost', `${message}: ${why}`, {
    ...(cause && { cause, ...(cause.status !== undefined && { status: cause.status }) }),
    hint: joinSentences(cause?.hint, LOOK_AGAIN),
  });
}

const LOOK_AGAIN =
  'Resuming looks for it again; with --resend-unknown it is sent again (can be charged twice)';
