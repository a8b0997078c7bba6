import type { BatchResults } from '../../../contract/decode.ts';
import type { Verdict } from '../../../contract/verdict.ts';
import { isMailvetError, MailvetError } from '../../../errors.ts';
import { addressOf } from '../../../jobs/address-match.ts';
import { fetchBatches, followIds } from '../../../jobs/follow-ids.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type Invocation, riskyRole } from '../../invocation.ts';
import { refuseExisting } from '../../io/output-file.ts';
import { openSink } from '../../io/result-sink.ts';
import { openProgress } from '../../render/progress-view.ts';
import { recordOf } from '../../render/record.ts';
import { openLooseReporters } from '../../reporters/open-reporters.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { openService } from '../../service/open.ts';
import type { ResolvedService } from '../../service/resolve.ts';
import { Telling } from './event-queue.ts';
import { fallsShort } from './finish-job.ts';
import { type ResultFlags, resultFlags, workFlags } from './flags.ts';
import { watchCommand, withCommand } from './next-command.ts';
import { ResultCounts, shortfalls } from './result-counts.ts';
import { withTimeout } from './with-timeout.ts';

/** Batches of the service of which no list is known here: their entries are the rows. */
export interface BatchesWanted {
  readonly service: ResolvedService;
  readonly ids: readonly string[];
  /** Whether to wait for their end. */
  readonly follow: boolean;
}

/** Writes the entries of batches as rows, in the order of the ids. */
export async function writeBatches(
  invocation: Invocation,
  wanted: BatchesWanted,
): Promise<ExitCode | undefined> {
  const flags = resultFlags(invocation.flags, invocation.context.cwd);
  const output = flags.output === '-' ? undefined : flags.output;
  if (flags.split)
    throw new MailvetError('usage', '--split needs a job: these batches have no list');
  if (flags.report)
    throw new MailvetError('usage', '--report needs a job: these batches have no list');
  if (output !== undefined) await refuseExisting(output, flags);
  const reporter = await reporterOf(invocation, wanted, flags);
  const risky = await riskyRole(invocation);
  const batches = await getBatches(invocation, wanted, risky);
  const written = { ...flags, output, riskyRole: risky };
  const counts = await writeEntries(invocation, batches, { flags: written, reporter });
  await reporter.end({ summary: counts.summary(), shortfalls: shortfalls(counts, flags) });
  if (wanted.follow) refuseEndedEarly(batches);
  return await fallsShort(invocation, flags, counts);
}

/** The entries of batches have no lines. */
async function reporterOf(
  invocation: Invocation,
  { ids }: BatchesWanted,
  { failOn, minScore, redact, reporters: choices, force }: ResultFlags,
): Promise<Reporter> {
  const list = { name: ids.join(', '), path: null };
  const bar = { failOn, minScore };
  return await openLooseReporters(invocation, { choices, bar, redact, list, force });
}

async function getBatches(
  invocation: Invocation,
  { service: resolved, ids, follow }: BatchesWanted,
  risky: boolean,
): Promise<BatchResults[]> {
  await using service = await openService(invocation, resolved);
  const { client } = service;
  if (!follow) return await fetchBatches({ client, signal: invocation.context.signal }, ids);
  const progress = await openProgress(invocation, workFlags(invocation.flags).progress);
  const telling = new Telling(progress);
  const { clock } = invocation.context;
  const parts = { client, clock, riskyRole: risky, onEvent: telling.tell };
  try {
    const follow = (signal: AbortSignal) => followIds({ ...parts, signal }, ids);
    return await withTimeout(invocation, follow, () => (service.embedded ? 'embedded' : 'running'));
  } catch (error) {
    const goesOn = isMailvetError(error, 'timeout', 'interrupted', 'terminated', 'network');
    throw goesOn ? withCommand(error, watchCommand(invocation, ...ids)) : error;
  } finally {
    await telling.end();
    progress.end();
  }
}

type Written = ResultFlags & { readonly riskyRole: boolean };

interface Writing {
  readonly flags: Written;
  readonly reporter: Reporter;
}

async function writeEntries(
  invocation: Invocation,
  batches: readonly BatchResults[],
  { flags, reporter }: Writing,
): Promise<ResultCounts> {
  const counts = new ResultCounts();
  const sink = await openSink(invocation, { ...flags, single: false });
  try {
    for (const entry of batches.flatMap(({ entries }) => entries)) {
      const { result, error } = entry;
      const known = { email: addressOf(entry) ?? '', verification: result, error };
      const record = recordOf(known, flags.riskyRole);
      counts.add(record);
      reporter.add(record, undefined);
      if (isWanted(record.verdict, flags)) await sink.add(record);
    }
    await sink.end();
    return counts;
  } finally {
    await sink.discard();
  }
}

function isWanted(verdict: Verdict, { only, exclude }: Written): boolean {
  return only?.includes(verdict) !== false && !exclude?.includes(verdict);
}

function refuseEndedEarly(batches: readonly BatchResults[]): void {
  const early = batches.filter(({ batch }) => ['failed', 'cancelled'].includes(batch.status));
  if (early.length === 0) return;
  const which = early.map(({ batch }) => `${batch.id} ${batch.status}`).join(', ');
  throw new MailvetError('partial', `not every batch was completed: ${which}`, {
    hint: 'What there is was written',
  });
}
