import { basename, dirname, extname, join, relative } from 'node:path';
import { OfflineFacts } from '../../../formats/offline-facts.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { findTool } from '../../../formats/tools/tool-profiles.ts';
import type { JudgedRow } from '../../../formats/write/judged-row.ts';
import { type Hint, MailvetError } from '../../../lib/errors.ts';
import { safeJson, safeLine } from '../../../lib/safe-text.ts';
import { plural } from '../../../lib/wording.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import type { JobBatch } from '../../../lists/file/job-record.ts';
import { type Baseline, loadBaseline } from '../../baseline.ts';
import { noticeQuota } from '../../connect/account.ts';
import { blindError, problemLine } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/client.ts';
import { directoriesOf, shortPath } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Invocation } from '../../invocation.ts';
import { ClosedPipe } from '../../io/terminal.ts';
import { loadTexts } from '../../render/summary.ts';
import { openReporters } from '../../reporters/open-reporters.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { type ResultCounts, shortfalls } from '../../result-counts.ts';
import { type Destination, type FinishPlan, isKept } from './destination.ts';
import { resumeCommand, retryCommand, watchCommand, withCommand } from './job-access.ts';
import type { ResultOptions, WorkOptions } from './options.ts';
import {
  countingNotes,
  cutCellsNote,
  mendedNote,
  noticeRetry,
  printListSummary,
  reportFacts,
  severalHint,
  writeReports,
} from './outputs.ts';
import { toolLines } from './tool-lines.ts';
import { type WorkOutcome, workOnJob } from './work-on-job.ts';
import { writeJobList, writeText } from './write-list.ts';

/**
 * Writes the results of a job as they are, with the summary on stderr. Then throws why the list is
 * incomplete (`quota`, `partial`), or returns the exit code of the thresholds.
 */
export async function finishJob(
  invocation: Invocation,
  finish: FinishPlan,
  outcome: WorkOutcome,
): Promise<ExitCode | undefined> {
  const blind = blindEnding(invocation, finish, outcome);
  const counts = await writeJobResults(invocation, blind ? withOffline(finish, outcome) : finish);
  const ending = blind ?? incompleteEnding(invocation, finish.job, outcome);
  if (ending) throw ending;
  return await fallsShort(invocation, finish.results, counts);
}

/**
 * Of a list that nothing could be verified of: what is known without a network. Where the run was stopped, the
 * report that `clean` writes unasked would call every address unknown that nobody asked about: it is left
 * out, with the files for the list's tool.
 */
function withOffline(finish: FinishPlan, { stopped }: WorkOutcome): FinishPlan {
  const offline = new OfflineFacts();
  if (!finish.brief || !stopped) return { ...finish, offline };
  const isAsked = (path: string) => !path.endsWith('.verified.html');
  const reports = finish.destination.reports.filter(isAsked);
  const destination = { ...finish.destination, toolFiles: [], reports };
  const results = { ...finish.results, reports: finish.results.reports.filter(isAsked) };
  return { ...finish, offline, destination, results };
}

/** The error of a run that stopped because no address could be decided, or that decided none. */
function blindEnding(
  invocation: Invocation,
  { job, reachability }: FinishPlan,
  { stopped }: WorkOutcome,
): MailvetError | undefined {
  const { id } = job.record;
  const command = stopped ? resumeCommand(invocation, id) : retryCommand(invocation, id);
  const hint: Hint = [
    'The results so far were written. ',
    { code: 'doctor', lead: 'Run' },
    '; once that is repaired, go on with: ',
    { code: 'go_on', command },
  ];
  return stopped
    ? new MailvetError('network', stopped.message, { hint })
    : blindError(reachability, hint);
}

/** Writes the results, prints their summary and names the files. */
export async function writeJobResults(
  invocation: Invocation,
  finish: FinishPlan,
): Promise<ResultCounts> {
  return await explainWriteErrors(invocation, finish, writeAndSummarise);
}

/** Writes the results and the reports about them, and prints nothing. */
export async function writeResultFiles(
  invocation: Invocation,
  finish: FinishPlan,
): Promise<ResultCounts> {
  return await explainWriteErrors(invocation, finish, writeFiles);
}

async function explainWriteErrors(
  invocation: Invocation,
  finish: FinishPlan,
  write: typeof writeFiles,
): Promise<ResultCounts> {
  try {
    return await write(invocation, finish);
  } catch (error) {
    if (error instanceof ClosedPipe) throw error;
    const known = asMailvetError(error, directoriesOf(invocation.context));
    // Paid results are in the job's record: they are written without sending again.
    const command = resumeCommand(invocation, finish.job.record.id);
    if (known.code === 'internal') throw withCommand(known, command);
    if (known.code !== 'input' && known.code !== 'io') throw known;
    throw new MailvetError(known.code, known.message, {
      hint: ['Nothing is lost: ', { code: 'results_elsewhere', command }],
      cause: known,
    });
  }
}

async function writeFiles(invocation: Invocation, finish: FinishPlan): Promise<ResultCounts> {
  const { job, destination, results, judging } = finish;
  const { stdout, signal } = invocation.context;
  const selection = { ...results, judging };
  const baseline = await loadBaseline(results);
  const reporter = openJobReporters(invocation, finish, baseline);
  const observe = (outcome: JudgedRow) => {
    reporter.add(outcome, outcome.row.line);
    finish.total?.add(outcome);
    finish.offline?.add(outcome);
  };
  const text = await loadTexts(results.lang);
  const facts = (summary: ListSummary) => reportFacts(invocation, finish, { summary, text });
  const writing = invocation.underWay(() => 'Writing the results …');
  const settings = { stdout, signal, selection, observe, baseline, facts };
  const counts = await writeJobList(job, destination, settings).finally(() =>
    writing[Symbol.asyncDispose](),
  );
  const summary = counts.summary();
  await writeReports(invocation, finish, facts(summary));
  await reporter.end({ summary, shortfalls: shortfalls(counts, results) });
  finish.total?.end(job.record.counts.wanted);
  if (!job.hasWork()) job.state.recordDelivered();
  return counts;
}

async function writeAndSummarise(
  invocation: Invocation,
  finish: FinishPlan,
): Promise<ResultCounts> {
  const { job, destination } = finish;
  const counts = await writeFiles(invocation, finish);
  const summary = counts.summary();
  const { cwd } = invocation.context;
  const where = finish.brief ? whereabouts(destination, cwd) : undefined;
  const { duplicates, inTool } = counts;
  const isChosen = finish.results.filter.only !== undefined;
  const tool = findTool(job.record.plan.header);
  const files = toolLines(destination, { inTool, summary, isChosen, tool }, cwd);
  await printListSummary(invocation, finish, { summary, where, duplicates, tool: files });
  if (finish.offline) await invocation.notice(finish.offline.line(job.record.counts.duplicates));
  for (const problem of finish.reachability?.problems ?? [])
    await invocation.notice(problemLine(problem, finish.reachability?.isRemote === true));
  // What was typed is not in the job: a retry would not verify it.
  if (!job.hasWork() && !destination.undoes) await noticeRetry(invocation, job, summary);
  const several = summary.reasons.several_addresses;
  if (several > 0) await invocation.notice(severalHint(several));
  for (const note of countingNotes(job.record.plan)) await invocation.notice(note);
  if (counts.mended > 0) await invocation.notice(mendedNote(counts.mended, job.record.plan));
  if (counts.cutCells > 0) await invocation.notice(cutCellsNote(counts.cutCells));
  if (where !== undefined) return counts;
  for (const name of writtenNames(destination)) {
    const file = shortPath(name, invocation.context);
    await invocation.notice(`Written: ${file}`);
  }
  return counts;
}

/** The reporters of `--reporter`, for the list of a job. */
function openJobReporters(
  invocation: Invocation,
  { job, destination, results }: FinishPlan,
  baseline: Baseline | undefined,
): Reporter {
  const { failOn = [], minScore, reporters: choices } = results;
  const { name, inputPath } = job.record;
  const { signal } = invocation.context;
  return openReporters(invocation, {
    choices,
    thresholds: { failOn, minScore, baseline },
    list: { name, path: inputPath },
    writeFile: (path, text) => writeText({ job, destination, signal }, { path, text }),
  });
}

/** `now in list.verified.csv, by verdict in parts, report in list.verified.html` */
function whereabouts(destination: Destination, cwd: string): string {
  const { path, split } = destination;
  const [part] = split;
  const short = (file: string) => relative(cwd, file);
  const reports = destination.reports.filter((file) => !isKept(destination, file));
  return [
    ...(path === undefined || isKept(destination, path) ? [] : [`now in ${short(path)}`]),
    ...(part === undefined ? [] : [`by verdict in ${short(dirname(part))}`]),
    ...(reports.length === 0 ? [] : [`report in ${reports.map(short).join(' and ')}`]),
  ].join(', ');
}

/** The results file, the parts in one line, and what was written about them. */
function writtenNames({ path, split, format, reports }: Destination): string[] {
  const [part] = split;
  const names = split.map((file) => basename(file, extname(file)));
  const parts = part && join(dirname(part), `{${names.join(',')}}.${format}`);
  return [path, parts, ...reports].filter((name) => name !== undefined);
}

export async function fallsShort(
  invocation: Invocation,
  results: ResultOptions,
  counts: ResultCounts,
): Promise<ExitCode | undefined> {
  const reasons = shortfalls(counts, results);
  for (const reason of reasons) await invocation.notice(`Check failed: ${reason}`);
  return reasons.length > 0 ? EXIT.fallsShort : undefined;
}

/** Why the list is incomplete: the plan's limit, lost answers, or batches without all results. */
export function incompleteEnding(
  invocation: Invocation,
  job: JobFile,
  { batches, ...outcome }: Omit<WorkOutcome, 'stopped'>,
): MailvetError | undefined {
  return unsentError(invocation, job, outcome) ?? partialError(invocation, job, batches);
}

/** Why not every batch of the job is known to be sent; undefined where each is. */
function unsentError(
  invocation: Invocation,
  job: JobFile,
  { quota, lost, isCancelled }: Pick<WorkOutcome, 'quota' | 'lost' | 'isCancelled'>,
): MailvetError | undefined {
  if (quota) return quotaError(invocation, job, quota);
  if (isCancelled && job.countUnsent() > 0) return cancelledError(invocation, job);
  return lost;
}

function quotaError(invocation: Invocation, job: JobFile, error: MailvetError): MailvetError {
  return new MailvetError('quota', `${error.message}; ${unsentText(job)}`, {
    hint: [
      'Once the plan allows it, go on with: ',
      { code: 'go_on', command: resumeCommand(invocation, job.record.id) },
    ],
    ...(error.status !== undefined && { status: error.status }),
  });
}

/** The error of a run whose job `batch cancel` or `jobs forget` cancelled meanwhile. */
function cancelledError(invocation: Invocation, job: JobFile): MailvetError {
  const { id } = job.record;
  return new MailvetError('partial', `${id} was cancelled by another process; ${unsentText(job)}`, {
    hint: ['Send the rest with: ', { code: 'go_on', command: resumeCommand(invocation, id) }],
  });
}

export function unsentText(job: JobFile): string {
  return `${plural(job.countUnsent(), 'address', 'addresses')} not sent`;
}

const WHOLE: ReadonlySet<JobBatch['status']> = new Set(['completed', 'unknown']);

/** The error of batches that are completed without all of their results; undefined without such. */
export function incompleteError(
  invocation: Invocation,
  job: JobFile,
  batches: readonly JobBatch[] = job.batches(),
): MailvetError | undefined {
  const incomplete = batches.filter(
    ({ collected, status, missing }) => collected && WHOLE.has(status) && missing > 0,
  );
  const [first] = incomplete;
  if (!first) return undefined;
  const missing = incomplete.reduce((sum, batch) => sum + batch.missing, 0);
  const fault = incomplete.find((batch) => batch.fault !== null)?.fault;
  const found = { batches: incomplete.length, missing, first: first.serviceId, fault };
  return incompleteResults(found, restHint(invocation, job));
}

/** The rest is verified again, and nothing else is charged. */
function restHint(invocation: Invocation, { record }: JobFile): Hint {
  return [
    'The results so far were written. Verify the rest with: ',
    { code: 'terminal', text: retryCommand(invocation, record.id) },
  ];
}

interface MissingResults {
  /** Batches with missing results, and the number of addresses without one in all of them. */
  readonly batches: number;
  readonly missing: number;
  /** The identifier of the first such batch. */
  readonly first: string | null;
  /** The first contradiction, in words. */
  readonly fault: string | null | undefined;
}

export function incompleteResults(
  { batches, missing, first, fault }: MissingResults,
  hint: Hint,
): MailvetError {
  const more = batches > 1 ? ` and ${plural(batches - 1, 'other')}` : '';
  const message =
    `batch ${first}${more} ended without all results: ` +
    `${plural(missing, 'address', 'addresses')} unanswered${fault ? ` (${fault})` : ''}`;
  return new MailvetError('partial', message, { hint });
}

/** Why some rows have no result: batches ended early, or addresses were not sent yet. */
function partialError(
  invocation: Invocation,
  job: JobFile,
  batches: readonly JobBatch[],
): MailvetError | undefined {
  const ended = batches.filter((batch) => batch.collected && !WHOLE.has(batch.status));
  if (ended.length > 0) {
    const which = ended.map(({ serviceId, status }) => `${serviceId} ${status}`).join(', ');
    const message = `${ended.length} of ${plural(batches.length, 'batch', 'batches')} ended early: ${which}`;
    return new MailvetError('partial', message, { hint: restHint(invocation, job) });
  }
  const incomplete = incompleteError(invocation, job, batches);
  if (incomplete) return incomplete;
  if (job.nextRange(1) === undefined && job.unanswered().length === 0) return undefined;
  return new MailvetError('partial', 'some addresses were not sent', {
    hint: [
      'Send them with: ',
      { code: 'go_on', command: resumeCommand(invocation, job.record.id) },
    ],
  });
}

interface SendSettings {
  readonly service: OpenService;
  readonly work: WorkOptions;
  readonly finish: FinishPlan;
  /** Whether batch ids are printed to stdout. */
  readonly printsIds: boolean;
}

/**
 * Sends the rest of a job and prints the batch ids, unless stdout takes the results. With --wait or
 * -o it also waits for the results.
 */
export async function sendJob(
  invocation: Invocation,
  { service, work: options, finish, printsIds }: SendSettings,
): Promise<ExitCode | undefined> {
  const { job, results, destination, judging } = finish;
  const resultsOnStdout = results.wait && destination.path === undefined;
  const ids = printsIds && !resultsOnStdout ? idPrinter(invocation, finish) : NO_IDS;
  const goal = results.wait ? 'collected' : 'sent';
  const onAccepted = ids.accepted;
  const work = { job, service, goal, judging, options, onAccepted } as const;
  const outcome = await workOnJob(invocation, work);
  await ids.end();
  await noticeQuota(invocation, service);
  if (results.wait) {
    const { reachability } = service;
    return await finishJob(invocation, { ...finish, reachability }, outcome);
  }
  if (outcome.stopped) throw withCommand(outcome.stopped, resumeCommand(invocation, job.record.id));
  const unsent = unsentError(invocation, job, outcome);
  if (unsent) throw unsent;
  if (outcome.isCancelled) throw cancelledError(invocation, job);
  await invocation.notice(`Follow them with: ${watchCommand(invocation, job.record.id)}`);
  return undefined;
}

interface IdPrinter {
  accepted(id: string): Promise<void>;
  end(): Promise<void>;
}

/** Prints the ids of all batches of a job that has ended, as the run that sent them did. */
export async function printIds(invocation: Invocation, finish: FinishPlan): Promise<void> {
  if (finish.destination.path === undefined) return;
  const ids = idPrinter(invocation, finish);
  for (const { serviceId } of finish.job.submitted()) if (serviceId) await ids.accepted(serviceId);
  await ids.end();
}

const NO_IDS: IdPrinter = { accepted: async () => {}, end: async () => {} };

/** Prints each id on a line as soon as it is known, or all ids in one JSON object at the end. */
function idPrinter({ context, globals }: Invocation, { job, results }: FinishPlan): IdPrinter {
  const { stdout } = context;
  if (globals.format !== 'json' && globals.format !== 'jsonl') {
    // Above a bar they would only be noise.
    if (results.wait && stdout.isTTY) return NO_IDS;
    return { accepted: (id) => stdout.write(`${safeLine(id)}\n`), end: async () => {} };
  }
  return {
    accepted: async () => {},
    end: async () => {
      const batches = job.batches().flatMap(({ serviceId }) => serviceId ?? []);
      await stdout.write(`${safeJson({ job: job.record.id, batches })}\n`);
    },
  };
}
