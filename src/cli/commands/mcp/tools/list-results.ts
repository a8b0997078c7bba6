import { explainDetail } from '../../../../contract/explanations.ts';
import { MailvetError } from '../../../../errors.ts';
import { columnName } from '../../../../formats/plan.ts';
import type { ListSummary } from '../../../../formats/report/summarise.ts';
import { isoTime } from '../../../../lib/iso-time.ts';
import {
  type JobSummary,
  listJobs,
  openJob,
  readJobSummary,
} from '../../../../lists/directory/job-directory.ts';
import type { JobProgress } from '../../../../lists/run/job-run.ts';
import { readProgress, VerdictCounts } from '../../../../lists/run/verdict-counts.ts';
import { Waits } from '../../../../lists/run/waits.ts';
import { type Invocation, judgingOf } from '../../../invocation.ts';
import { retryCommand } from '../../batch/next-command.ts';
import { countList } from '../../batch/results/write-list.ts';
import { jobsDirectory } from '../../batch/submit/job-access.ts';
import { absolutePath, type Roots } from '../files.ts';
import { toAgentError } from '../hint-text.ts';
import type { JobLine, ListResultsParameters, ListState, ListTotals } from '../schemas.ts';
import { shorten } from '../tool.ts';

/** The lists of this machine, or one of them, from its job on the disk. No service is asked. */
export async function listResults(
  invocation: Invocation,
  { list, id, limit }: ListResultsParameters,
  roots: Roots,
): Promise<object> {
  const directory = jobsDirectory(invocation);
  if (id !== undefined) return { lists: null, result: await readListState(invocation, id) };
  const jobs = listJobs(directory);
  if (list === undefined) return { lists: jobs.slice(0, limit).map(toJobLine), result: null };
  const path = absolutePath(list, roots);
  const job = jobs.find(({ record }) => record.inputPath === path);
  if (!job) throw neverVerified(list);
  return { lists: null, result: await readListState(invocation, job.record.id) };
}

function neverVerified(list: string): MailvetError {
  return new MailvetError('input', `${list} was not verified from this machine`, {
    hint: 'list_results without list shows those that were; verify_list verifies it',
  });
}

function toJobLine({ record, state, sent }: JobSummary): JobLine {
  const { id, name, counts, createdAt } = record;
  const addresses = counts.wanted;
  return { id, list: shorten(name), state, addresses, sent, createdAt: isoTime(createdAt) };
}

/** What only the call that worked on the list knows. */
interface CallOutcome {
  readonly notes: readonly string[];
  /** Why the list is incomplete. */
  readonly problem: MailvetError | undefined;
  readonly waiting: JobProgress['waiting'];
}

const NOTHING_SAID: CallOutcome = { notes: [], problem: undefined, waiting: [] };

/** What a list may fill of an answer. */
const MAX_NOTES = 20;
const MAX_COLUMNS = 20;
const MAX_DETAILS = 12;

/** A list as it is, from its record. */
export async function readListState(
  invocation: Invocation,
  id: string,
  { notes, problem, waiting }: CallOutcome = NOTHING_SAID,
): Promise<ListState> {
  const directory = jobsDirectory(invocation);
  const judging = await judgingOf(invocation);
  const summary = readJobSummary(directory, id);
  using job = openJob(directory, id);
  const { counts, plan, name } = summary.record;
  const { signal } = invocation.context;
  const isWhole = summary.state === 'collected' || summary.state === 'finished';
  const totals = isWhole ? (await countList(job, { signal, judging })).summary() : undefined;
  const { done, sent, verdicts } = readProgress(job, VerdictCounts.of(job, judging), new Waits());
  return {
    ...{ id, list: shorten(name), state: summary.state, rows: counts.rows },
    columns: plan.columns
      .slice(0, MAX_COLUMNS)
      .map((index) => shorten(columnName(plan.header, index))),
    ...{ addresses: counts.wanted, duplicates: counts.duplicates, unusable: counts.unusable },
    ...{ sent, done, verdicts: { ...verdicts } },
    waiting: waiting.map(({ until, ...wait }) => ({ ...wait, until: isoTime(until) })),
    totals: totals ? toTotals(totals) : null,
    output: job.state.written.at(-1)?.path ?? null,
    notes: notes.slice(0, MAX_NOTES).map(shorten),
    problem: problem ? toAgentError(problem) : null,
    next: nextStep(invocation, summary, totals),
  };
}

/** The totals by row, as the reports have them. */
function toTotals({ total, empty, verdicts, reasons, details }: ListSummary): ListTotals {
  return {
    rows: total,
    empty,
    verdicts: { ...verdicts },
    reasons: Object.fromEntries(Object.entries(reasons).filter(([, count]) => count > 0)),
    details: details.slice(0, MAX_DETAILS).map(({ verdict, reason, count }) => {
      const { meaning = null, advice = null } = explainDetail(verdict, reason) ?? {};
      return { verdict, detail: reason, count, meaning, advice };
    }),
  };
}

const NEXT_STEPS = {
  waiting: 'Some addresses were not sent: verify_list with the same file goes on',
  running: 'The results are not all here: verify_list with the same file goes on',
  collected: 'The results are not written: verify_list with the same file writes them',
} as const;

/** What the agent does next; null where nothing is left to do. */
function nextStep(
  invocation: Invocation,
  { state, record }: JobSummary,
  totals: ListSummary | undefined,
): string | null {
  if (state !== 'finished') return NEXT_STEPS[state];
  const unknown = totals?.verdicts.unknown ?? 0;
  if (unknown === 0) return null;
  return `${unknown} unknown: later, the user can verify only these again, in a terminal, with ${retryCommand(invocation, record.id)}`;
}
