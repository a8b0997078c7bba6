import { basename, dirname, extname, join, relative } from 'node:path';
import { type Hint, MailvetError } from '../../../../errors.ts';
import { OfflineFacts } from '../../../../formats/offline-facts.ts';
import type { ListSummary } from '../../../../formats/report/summarise.ts';
import type { RowOutcome } from '../../../../formats/write/outcome.ts';
import { type Baseline, loadBaseline } from '../../../baseline.ts';
import { blindError, problemLine } from '../../../connect/blind-run.ts';
import { directoriesOf, shortPath } from '../../../directories.ts';
import { asMailvetError } from '../../../error-report.ts';
import { EXIT, type ExitCode } from '../../../exit-codes.ts';
import type { Invocation } from '../../../invocation.ts';
import { ClosedPipe } from '../../../io/terminal.ts';
import { openReporters } from '../../../reporters/open-reporters.ts';
import type { Reporter } from '../../../reporters/reporter.ts';
import { type ResultCounts, shortfalls } from '../../../result-counts.ts';
import { resumeCommand, retryCommand, withCommand } from '../next-command.ts';
import type { ResultOptions } from '../options.ts';
import {
  countingNotes,
  cutCellsNote,
  noticeRetry,
  printListSummary,
  severalHint,
} from '../results/summary.ts';
import { writeList, writeText } from '../results/write-list.ts';
import { reportFacts, reportTexts, writeReports } from '../results/write-report.ts';
import type { Destination } from './destination.ts';
import { incompleteEnding } from './incomplete-list.ts';
import type { FinishPlan } from './plan-finish.ts';
import type { WorkOutcome } from './work-on-job.ts';

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
 * report and the files by verdict that `clean` writes unasked would call every address unknown that nobody
 * asked about, and are left out.
 */
function withOffline(finish: FinishPlan, { stopped }: WorkOutcome): FinishPlan {
  const offline = new OfflineFacts();
  if (!finish.brief || !stopped) return { ...finish, offline };
  const { split, reports } = finish.destination;
  const isAsked = (path: string) => !/\.verified(?:\.html|[\\/][^\\/]+)$/.test(path);
  const destination = {
    ...finish.destination,
    split: split.filter(isAsked),
    reports: reports.filter(isAsked),
  };
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
  const observe = (outcome: RowOutcome) => {
    reporter.add(outcome, outcome.row.line);
    finish.total?.add(outcome);
    finish.offline?.add(outcome);
  };
  const text = await reportTexts(results);
  const facts = (summary: ListSummary) => reportFacts(invocation, finish, { summary, text });
  const writing = invocation.underWay(() => 'Writing the results …');
  const settings = { stdout, signal, selection, observe, baseline, facts };
  const counts = await writeList(job, destination, settings).finally(() =>
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
  const { duplicates } = counts;
  await printListSummary(invocation, finish, { summary, where, duplicates });
  if (finish.offline) await invocation.notice(finish.offline.line(job.record.counts.duplicates));
  for (const problem of finish.reachability?.problems ?? [])
    await invocation.notice(problemLine(problem, finish.reachability?.isRemote === true));
  if (!job.hasWork()) await noticeRetry(invocation, job, summary);
  const several = summary.reasons.several_addresses;
  if (several > 0) await invocation.notice(severalHint(several));
  for (const note of countingNotes(job.record.plan)) await invocation.notice(note);
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

/** `now in list.verified.csv, by verdict in list.verified, report in list.verified.html` */
function whereabouts({ path, split, reports }: Destination, cwd: string): string {
  const [part] = split;
  const short = (file: string) => relative(cwd, file);
  return [
    ...(path === undefined ? [] : [`now in ${short(path)}`]),
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
