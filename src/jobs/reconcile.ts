import { isMailvetError, MailvetError } from '../errors.ts';
import type { BatchRecord } from './job-record.ts';
import type { JobRun } from './job-run.ts';
import { lookForBatch, type Sight } from './look.ts';

/** Pauses between looks, in milliseconds: a service may create a batch after it hung up on us. */
const PAUSES_MS = [1000, 2000];
/** After so long it will not any more: one look tells. */
const SETTLED_MS = 60_000;
/** Further pauses while there is a batch that may be it. */
const PATIENT_PAUSES_MS = [3000, 5000, 10_000, 15_000];

/**
 * Finds out what became of a batch whose answer is lost: `adopted` (it is there, and is ours now)
 * or `absent` (it isn't: its addresses are to be sent again). Throws `answer_lost` when it can't be
 * told, unless the user said to send again regardless.
 */
export async function reconcile(run: JobRun, batch: BatchRecord): Promise<'adopted' | 'absent'> {
  const sight = await lookPatiently(run, batch);
  if (sight.kind === 'found') {
    run.job.recordAnswer(batch.number, sight.id);
    run.onEvent({ type: 'accepted', id: sight.id, adopted: true });
    return 'adopted';
  }
  if (sight.kind === 'absent' || run.resendUnknown) return 'absent';
  throw undecided(run, `batch ${sight.id} may be it`);
}

async function lookPatiently(run: JobRun, batch: BatchRecord): Promise<Sight> {
  const isFresh = run.clock.now() - batch.intendedAt < SETTLED_MS;
  let sight = await look(run, batch);
  for (const pause of isFresh ? PAUSES_MS : []) {
    if (sight.kind === 'found') return sight;
    await run.clock.sleep(pause, run.signal);
    sight = await look(run, batch);
  }
  for (const pause of run.resendUnknown ? [] : PATIENT_PAUSES_MS) {
    if (sight.kind !== 'untold') return sight;
    await run.clock.sleep(pause, run.signal);
    sight = await look(run, batch);
  }
  return sight;
}

async function look(run: JobRun, batch: BatchRecord): Promise<Sight> {
  const lost = { addresses: run.job.addresses(batch), intendedAt: batch.intendedAt };
  const around = {
    known: new Set([
      ...run.foreignBatchIds(),
      ...run.job.batches().flatMap((b) => b.serviceId ?? []),
    ]),
    listing: run.job.listing,
    signal: run.signal,
  };
  try {
    return await lookForBatch(run.client, lost, around);
  } catch (error) {
    if (!isMailvetError(error) || STOPS.has(error.code)) throw error;
    if (run.resendUnknown) return { kind: 'absent' };
    throw undecided(run, 'the service could not be asked', error);
  }
}

/** These say what is wrong better than we could. */
const STOPS: ReadonlySet<string> = new Set([
  'unauthorized',
  'interrupted',
  'terminated',
  'timeout',
]);

function undecided(run: JobRun, why: string, cause?: MailvetError): MailvetError {
  const message = 'the answer to a batch was lost, and whether the service has it can’t be told';
  return new MailvetError('answer_lost', `${message}: ${why}`, {
    ...(cause && { cause, ...(cause.status !== undefined && { status: cause.status }) }),
    hint:
      `Look again later with: mailvet batch resume ${run.job.record.id}` +
      ` (or add --resend-unknown to send it again, at the risk of paying for it twice)`,
  });
}
