import type { BatchResults } from '../../../contract/decode.ts';
import { DEFAULT_BATCHES_LIMIT } from '../../../contract/limits.ts';
import { type Hint, isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { fetchBatches, followIds } from '../../../lists/run/follow-batches.ts';
import { type EntriesRead, type KnownEntry, readEntries } from '../../../lists/run/join-results.ts';
import type { Judging } from '../../../policy/policy.ts';
import { type Baseline, loadBaseline } from '../../baseline.ts';
import { blindError } from '../../connect/blind-run.ts';
import { openService } from '../../connect/open.ts';
import { type ResolvedService, resolveService } from '../../connect/resolve.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { type CommandLine, type Invocation, judgingOf } from '../../invocation.ts';
import { refuseExisting } from '../../io/output-file.ts';
import { printList } from '../../io/print.ts';
import { openSink, prepareSink } from '../../io/result-sink.ts';
import { type PageRange, pagesOf, parsePageRange } from '../../pages.ts';
import { withPolicyDefaults } from '../../policy-defaults.ts';
import { BATCH_COLUMNS, batchRow, type PrintedBatch } from '../../render/batch-row.ts';
import { openProgress } from '../../render/progress-view.ts';
import { toRecord } from '../../render/results.ts';
import { openLooseReporters } from '../../reporters/open-reporters.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { ResultCounts, shortfalls } from '../../result-counts.ts';
import { fallsShort, incompleteResults } from './finish-job.ts';
import { watchCommand, withCommand } from './job-access.ts';
import type { ResultOptions, WorkOptions } from './options.ts';
import { EventQueue, withTimeout } from './work-on-job.ts';

/** Batches without a local list: their entries are the rows. */
interface BatchesWanted {
  readonly service: ResolvedService;
  readonly ids: readonly string[];
  /** Whether to wait for their end. */
  readonly follow: boolean;
  readonly work: WorkOptions;
  readonly results: ResultOptions;
}

/** Writes the entries of batches as rows, in the order of the ids. */
export async function writeBatches(
  invocation: Invocation,
  given: BatchesWanted,
): Promise<ExitCode | undefined> {
  const judging = await judgingOf(invocation, given.results);
  const results = withPolicyDefaults(given.results, judging.policy);
  const wanted = { ...given, results };
  const output = results.output === '-' ? undefined : results.output;
  if (results.split)
    throw new MailvetError('usage', '--split needs a job: these batches have no list');
  if (results.dedupe)
    throw new MailvetError('usage', '--dedupe needs a job: these batches have no list');
  if (results.reports.length > 0)
    throw new MailvetError('usage', '--report needs a job: these batches have no list');
  if (output !== undefined)
    await refuseExisting(output, { force: results.force, files: invocation.files });
  await prepareSink(invocation, { output });
  const baseline = await loadBaseline(results);
  const reporter = await openReporter(invocation, wanted, baseline);
  const { batches, blind } = await getBatches(invocation, wanted, judging);
  const written = { ...results, output, judging };
  const answers = batches.map(readEntries);
  const entries = answers.flatMap((answer) => answer.entries);
  const counts = await writeEntries(invocation, entries, { results: written, reporter, baseline });
  await reporter.end({ summary: counts.summary(), shortfalls: shortfalls(counts, results) });
  if (blind) throw blind;
  if (wanted.follow) refuseEndedEarly(batches);
  refuseIncomplete(answers);
  return await fallsShort(invocation, results, counts);
}

/** Entries of batches have no line numbers. */
async function openReporter(
  invocation: Invocation,
  { ids, results: { failOn = [], minScore, reporters: choices, force } }: BatchesWanted,
  baseline: Baseline | undefined,
): Promise<Reporter> {
  const list = { name: ids.join(', '), path: null };
  const thresholds = { failOn, minScore, baseline };
  return await openLooseReporters(invocation, { choices, thresholds, list, force });
}

interface BatchesFound {
  readonly batches: BatchResults[];
  /** Why nothing was learnt of any address, where they were followed. */
  readonly blind: MailvetError | undefined;
}

const WRITTEN: Hint = ['The results so far were written. ', { code: 'doctor', lead: 'See:' }];

async function getBatches(
  invocation: Invocation,
  { service: resolved, ids, follow, work }: BatchesWanted,
  judging: Judging,
): Promise<BatchesFound> {
  await using service = await openService(invocation, resolved);
  const { client } = service;
  const { signal } = invocation.context;
  if (!follow) return { batches: await fetchBatches({ client, signal }, ids), blind: undefined };
  const progress = await openProgress(invocation, work.progress, service.backlog);
  const events = new EventQueue(progress);
  const { clock } = invocation.context;
  const sleep = service.batchEndSleeper?.();
  const parts = { client, clock, sleep, judging, onEvent: events.emit };
  try {
    const follow = (signal: AbortSignal) => followIds({ ...parts, signal }, ids);
    const standing = () => (service.embedded ? 'embedded' : 'running');
    const batches = await withTimeout(invocation, follow, standing);
    return { batches, blind: blindError(service.reachability, WRITTEN) };
  } catch (error) {
    const goesOn = isMailvetError(error, 'timeout', 'interrupted', 'terminated', 'network');
    throw goesOn ? withCommand(error, watchCommand(invocation, ...ids)) : error;
  } finally {
    await events.end();
    await progress.end();
  }
}

type ResultSettings = ResultOptions & { readonly judging: Judging };

interface WriteTarget {
  readonly results: ResultSettings;
  readonly reporter: Reporter;
  readonly baseline: Baseline | undefined;
}

async function writeEntries(
  invocation: Invocation,
  entries: readonly KnownEntry[],
  { results, reporter, baseline }: WriteTarget,
): Promise<ResultCounts> {
  const counts = new ResultCounts(baseline);
  const sink = await openSink(invocation, { ...results, single: false });
  try {
    for (const known of entries) {
      const record = toRecord(known.email, known, results.judging);
      counts.add(record);
      reporter.add(record, undefined);
      if (results.keep?.(record) !== false) await sink.add(record);
    }
    await sink.end();
    return counts;
  } finally {
    await sink.discard();
  }
}

function refuseIncomplete(answers: readonly EntriesRead[]): void {
  const incomplete = answers.filter(
    ({ batch, missing }) => batch.status === 'completed' && missing > 0,
  );
  const [first] = incomplete;
  if (!first) return;
  const found = {
    batches: incomplete.length,
    missing: incomplete.reduce((sum, answer) => sum + answer.missing, 0),
    first: first.batch.id,
    fault: incomplete.find((answer) => answer.fault !== undefined)?.fault,
  };
  throw incompleteResults(found, 'The results so far were written');
}

function refuseEndedEarly(batches: readonly BatchResults[]): void {
  const early = batches.filter(({ batch }) => ['failed', 'cancelled'].includes(batch.status));
  if (early.length === 0) return;
  const which = early.map(({ batch }) => `${batch.id} ${batch.status}`).join(', ');
  throw new MailvetError('partial', `not every batch was completed: ${which}`, {
    hint: 'The results so far were written',
  });
}

export function parseListOptions({ flags }: CommandLine): PageRange {
  return parsePageRange(flags, DEFAULT_BATCHES_LIMIT);
}

/** Lists the team's batches, page by page. */
export async function runList(invocation: Invocation, wanted: PageRange): Promise<undefined> {
  await using service = await openService(invocation, await resolveService(invocation));
  const { signal } = invocation.context;
  const rows: PrintedBatch[] = [];
  const fetch = service.client.listBatches;
  for await (const page of pagesOf((page) => fetch(page, { signal }), wanted)) {
    rows.push(...page.map(batchRow));
  }
  await printList(invocation, { rows, columns: BATCH_COLUMNS });
}
