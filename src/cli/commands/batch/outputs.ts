import { VERDICTS } from '../../../contract/verdict.ts';
import { columnLabel, isMultiColumn, type ListPlan } from '../../../formats/plan.ts';
import type { ReportFacts, SampleProjection } from '../../../formats/report/report-facts.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { prepareFormat } from '../../../formats/write/write-results.ts';
import type { Texts } from '../../../i18n/texts.ts';
import type { Hint } from '../../../lib/errors.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { plural, shareOf } from '../../../lib/wording.ts';
import { listJobs } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { sizeOf, type WrittenFile } from '../../../lists/file/job-record.ts';
import { wilsonInterval } from '../../../lists/file/sample.ts';
import { VerdictCounter } from '../../../lists/run/job-run.ts';
import type { Judging } from '../../../policy/policy.ts';
import { loadBaseline } from '../../baseline.ts';
import type { Invocation } from '../../invocation.ts';
import { reportFormat } from '../../io/format.ts';
import { timeOfDay } from '../../render/progress.ts';
import { loadTexts, printSummary, renderProjection } from '../../render/summary.ts';
import { type Destination, type FinishPlan, refuseOccupied } from './destination.ts';
import { jobsDirectory, retryCommand } from './job-access.ts';
import type { ResultOptions } from './options.ts';
import { writeText } from './write-list.ts';

/** Writes the files of `--report`, each in the format that its name says. */
export async function writeReports(
  { context: { signal } }: Invocation,
  { job, destination, results }: FinishPlan,
  facts: ReportFacts,
): Promise<void> {
  for (const path of results.reports) {
    const render = await loadReport(path);
    await writeText({ job, destination, signal }, { path, text: render(facts) });
  }
}

/** Loads what writes the report of that name. */
function loadReport(path: string): Promise<(facts: ReportFacts) => string> {
  return REPORTS[reportFormat(path)]();
}

/** Loaded only where a report is written. */
const REPORTS = {
  html: async () => (await import('../../../formats/report/report.ts')).renderReport,
  md: async () => (await import('../../../formats/report/markdown.ts')).renderMarkdown,
  json: async () => (await import('../../../formats/report/report-json.ts')).renderReportJson,
};

/** The totals of a list, for a report and for the second sheet of a workbook. */
export function reportFacts(
  { context, mask }: Invocation,
  finish: FinishPlan,
  { summary, text }: Pick<ReportFacts, 'summary' | 'text'>,
): ReportFacts {
  const { name, service, counts } = finish.job.record;
  return {
    name: mask(name),
    at: context.clock.now(),
    service: service.startsWith('embedded:') ? text('report.embedded_service') : service,
    summary,
    text,
    counts,
    sample: projectSample(finish),
    problems: problemsOf(text, finish.reachability),
  };
}

function problemsOf(text: Texts, log: FinishPlan['reachability']): string[] {
  const id = log?.isRemote ? 'report.problem_of_service' : 'report.problem';
  const command = 'mailvet doctor';
  return (log?.problems ?? []).map((problem) =>
    text(id, { problem: text(`problems.${problem}`), command }),
  );
}

interface PlannedList {
  readonly plan: ListPlan;
  /** Files that were written before. */
  readonly written?: readonly WrittenFile[];
}

/**
 * Refuses outputs that can't be written, before anything is sent. Loads what writes the others: an
 * upgrade may replace mailvet's files while the list is verified.
 */
export async function prepareOutputs(
  invocation: Invocation,
  destination: Destination,
  results: ResultOptions,
  { plan, written = [] }: PlannedList,
): Promise<void> {
  const { reports, columns } = results;
  await refuseOccupied(destination, written, (path) => ownerOf(invocation, path));
  await prepareFormat(plan, { format: destination.format, columns });
  await loadBaseline(results);
  await loadTexts(results.lang);
  // The summary's.
  await loadTexts('en');
  for (const report of reports) await loadReport(report);
}

/** The same for a job that is here. */
export async function prepareFinish(
  invocation: Invocation,
  { job, destination, results }: FinishPlan,
): Promise<void> {
  const list = { plan: job.record.plan, written: job.state.written };
  await prepareOutputs(invocation, destination, results, list);
}

/** `it has the results of job_… (list.csv)`: of the newest job that wrote the file; undefined without one. */
export function ownerOf(invocation: Invocation, path: string): string | undefined {
  const jobs = listJobs(jobsDirectory(invocation));
  const owner = jobs.find(({ written }) => written.some((file) => file.path === path));
  return owner && `it has the results of ${owner.record.id} (${safeLine(owner.record.name)})`;
}

interface JudgedJob {
  readonly job: JobFile;
  readonly judging: Judging;
}

interface SummaryInput {
  readonly summary: ListSummary;
  /** Where the files are, if the first line says it. */
  readonly where: string | undefined;
  /** Rows that were left out for another one of their mailbox. */
  readonly duplicates: number;
  /** About the files for the tool that the list comes from. */
  readonly tool: readonly string[];
}

/** Prints the summary of a list to stderr. */
export async function printListSummary(
  invocation: Invocation,
  judged: JudgedJob,
  { summary, where, duplicates, tool }: SummaryInput,
): Promise<void> {
  const { name, counts } = judged.job.record;
  const sample = projectSample(judged);
  await printSummary(invocation, {
    // What is sent may be less: some are known, or have the mailbox of another.
    subject: {
      name: invocation.mask(name),
      addresses: sample ? counts.wanted : counts.distinct,
      isSample: sample !== undefined,
    },
    summary,
    where: where && invocation.mask(where),
    below: [
      ...tool.map((line) => invocation.mask(line)),
      ...(sample ? renderProjection(sample) : []),
      ...(summary.suggestions > 0
        ? [
            `${plural(summary.suggestions, 'likely typo')}: the column suggestion has the likely address`,
          ]
        : []),
      ...resentLines(judged.job),
      ...duplicateLines(counts.sameMailbox ?? 0, duplicates),
    ],
  });
}

/** Addresses that another one was verified for, and rows that `--dedupe` left out. */
function duplicateLines(sameMailbox: number, leftOut: number): readonly string[] {
  return [
    ...(sameMailbox > 0 ? [sameMailboxLine(sameMailbox)] : []),
    ...(leftOut > 0 ? [deduplicatedLine(leftOut)] : []),
  ];
}

function sameMailboxLine(count: number): string {
  const [have, they] = count === 1 ? ['has', 'it was'] : ['have', 'they were'];
  return `${plural(count, 'address', 'addresses')} ${have} the same mailbox as another: ${they} not verified separately`;
}

function deduplicatedLine(count: number): string {
  const were = count === 1 ? 'was' : 'were';
  return `${plural(count, 'row')} with the mailbox of another ${were} left out (--dedupe)`;
}

/** What was sent again with no key that keeps it from being charged twice. */
function resentLines(job: JobFile): readonly string[] {
  const resent = job.batches().filter((batch) => batch.resent);
  if (resent.length === 0) return [];
  const batches = plural(resent.length, 'batch', 'batches');
  const addresses = resent.reduce((sum, batch) => sum + sizeOf(batch), 0);
  const which = `${batches} (${plural(addresses, 'address', 'addresses')})`;
  return [
    `Sent again: ${which} whose answer was lost and that the service did not list (charged twice if it was taken before)`,
  ];
}

/** The rates of a sample, by distinct address, for the whole list; undefined without a sample. */
function projectSample({ job, judging }: JudgedJob): SampleProjection | undefined {
  if (!job.record.sample) return undefined;
  const { distinct, wanted } = job.record.counts;
  const verdicts = VerdictCounter.of(job, judging, 'list').verdicts();
  const rates = VERDICTS.map((verdict) => ({
    verdict,
    rate: shareOf(verdicts[verdict], wanted),
    interval: wilsonInterval(verdicts[verdict], wanted, distinct),
  }));
  return { size: wanted, distinct, rates };
}

/** The hint for rows whose cell holds several addresses: such cells are not sent. */
export function severalHint(rows: number): Hint {
  return [
    `${plural(rows, 'row')} with several addresses in a cell: `,
    { code: 'option', name: 'splitCells' },
    ' verifies each',
  ];
}

/** Rows whose address was mended in the results, and how that is undone. */
export function mendedNote(rows: number, { mended }: ListPlan): Hint {
  const note = `Mended the address of ${plural(rows, 'row')}`;
  // Of a list that was submitted as it is, only this output is mended.
  return mended ? [note, { code: 'terminal', text: ': mailvet undo takes it back' }] : note;
}

/** What a workbook lost, and how to keep it. */
export function cutCellsNote(cells: number): Hint {
  const cut = `${plural(cells, 'cell')} of the list ${cells === 1 ? 'was' : 'were'} cut`;
  return [
    `${cut} to the 32,767 characters that a workbook takes: `,
    { code: 'csv_output' },
    ' keeps all of them',
  ];
}

/** How rows with more than one address were counted. */
export function countingNotes(plan: ListPlan): string[] {
  if (isMultiColumn(plan)) {
    const labels = plan.columns.map((index) => columnLabel(plan.header, index));
    return [`Each row counts by its best address of ${labels.join(' and ')}`];
  }
  return plan.splitCells ? ['A row with several addresses counts by its best one'] : [];
}

/** Names the command that verifies unknown rows again, and when to run it. */
export async function noticeRetry(
  invocation: Invocation,
  { record }: JobFile,
  { details, reasons }: ListSummary,
): Promise<void> {
  const open = reasons.no_answer + reasons.error + reasons.incomplete;
  if (open === 0) return;
  const times = details.flatMap(({ verdict, retryAfter }) =>
    verdict === 'unknown' && retryAfter !== undefined ? [retryAfter] : [],
  );
  const command = retryCommand(invocation, record.id);
  const when = times.length === 0 ? ' later' : ` after ${timeOfDay(Math.max(...times))}`;
  const rows = `${plural(open, 'row is', 'rows are')} unknown`;
  await invocation.notice(`${rows}. Check only these again${when}: ${command}`);
}
