import { isMailvetError, MailvetError } from '../errors.ts';
import { formatDuration } from '../lib/duration.ts';
import { plural } from '../lib/wording.ts';
import { findBatch, type LookupResult } from './find-batch.ts';
import { type BatchRecord, sizeOf } from './job-record.ts';
import type { JobRun } from './job-run.ts';

/** A service may show a batch in its list long after it took it, the later the larger the batch. */
const TIME_TO_SHOW_MS = 30_000;
const TIME_TO_SHOW_AN_ADDRESS_MS = 10;
/** Where the user wants it sent again regardless, a batch that shows at once is still found. */
const SHORT_LOOKUP_MS = 3000;

/** The first pause between two look-ups; each further one is half as long again. */
const FIRST_PAUSE_MS = 1000;
const PAUSE_GROWTH = 1.5;

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
  if (run.resendUnknown) return 'absent';
  if (found.kind === 'inconclusive') throw answerLostError(run, `batch ${found.id} may be it`);
  if (!batch.lost) return 'absent';
  const size = plural(sizeOf(batch), 'address', 'addresses');
  throw answerLostError(run, `no batch of these ${size} is in its list`);
}

/** How long a batch may take to show in the service's list, in milliseconds. */
function timeToShow(size: number): number {
  return TIME_TO_SHOW_MS + size * TIME_TO_SHOW_AN_ADDRESS_MS;
}

async function findWithRetries(
  run: JobRun,
  batch: BatchRecord,
  since: number,
): Promise<LookupResult> {
  const limit = run.resendUnknown ? SHORT_LOOKUP_MS : timeToShow(sizeOf(batch));
  let found = await look(run, batch);
  // A clock that was set back must not make the wait longer than it is meant to be.
  let left = Math.min(since + limit - run.clock.now(), limit);
  if (found.kind !== 'found' && left > 0) run.onEvent({ type: 'notice', text: lookupNotice(left) });
  for (let pause = FIRST_PAUSE_MS; found.kind !== 'found' && left > 0; pause *= PAUSE_GROWTH) {
    const rest = Math.min(pause, left);
    await run.clock.sleep(rest, run.signal);
    left -= rest;
    found = await look(run, batch);
  }
  return found;
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
    if (run.resendUnknown) return { kind: 'absent' };
    throw answerLostError(run, 'the service could not be asked', error);
  }
}

/** These say what is wrong better than we could. */
const STOPS: ReadonlySet<string> = new Set([
  'unauthorized',
  'interrupted',
  'terminated',
  'timeout',
]);

function answerLostError(run: JobRun, why: string, cause?: MailvetError): MailvetError {
  const message = 'the answer to a batch was lost, and whether the service has it is not known';
  return new MailvetError('answer_lost', `${message}: ${why}`, {
    ...(cause && { cause, ...(cause.status !== undefined && { status: cause.status }) }),
    hint:
      `Look again later with: mailvet batch resume ${run.job.record.id}` +
      ` (or add --resend-unknown to send it again, at the risk of paying for it twice)`,
  });
}
