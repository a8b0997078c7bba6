import { explainDetail } from '../../../contract/explanations.ts';
import type { MailvetError } from '../../../errors.ts';
import { columnName } from '../../../formats/plan.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import {
  type JobSummary,
  openJob,
  readJobSummary,
} from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import type { JobProgress } from '../../../lists/run/job-run.ts';
import { readProgress, VerdictCounts } from '../../../lists/run/verdict-counts.ts';
import { Waits } from '../../../lists/run/waits.ts';
import type { Judging } from '../../../policy/policy.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { countList } from '../batch/results/write-list.ts';
import { jobsDirectory } from '../batch/submit/job-access.ts';
import { agentMessage, agentText } from './hint-text.ts';
import type { ListRun } from './list-run.ts';
import type { JobLine, ListState, ListTotals } from './schemas.ts';

/** A list as it stands, from its record; `run` where this server works on it or has done so. */
export async function readListState(
  invocation: Invocation,
  id: string,
  run: ListRun | undefined,
): Promise<ListState> {
  const directory = jobsDirectory(invocation);
  const judging = await judgingOf(invocation);
  const summary = readJobSummary(directory, id);
  using job = openJob(directory, id);
  const progress = run?.progress ?? readRecorded(job, judging);
  const hasEnded = !run?.isActive && isWhole(summary);
  const { signal } = invocation.context;
  const totals = hasEnded
    ? (run?.summary ?? (await countList(job, { signal, judging })).summary())
    : undefined;
  return toState({ summary, job, progress, totals, run });
}

function isWhole({ state }: JobSummary): boolean {
  return state === 'collected' || state === 'finished';
}

function readRecorded(job: JobFile, judging: Judging): JobProgress {
  return readProgress(job, VerdictCounts.of(job, judging), new Waits());
}

interface StateParts {
  readonly summary: JobSummary;
  readonly job: JobFile;
  readonly progress: JobProgress;
  readonly totals: ListSummary | undefined;
  readonly run: ListRun | undefined;
}

function toState({ summary, job, progress, totals, run }: StateParts): ListState {
  const { record } = summary;
  const { counts, plan } = record;
  const isActive = run?.isActive ?? false;
  return {
    id: record.id,
    list: record.name,
    state: summary.state,
    active: isActive,
    rows: counts.rows,
    columns: plan.columns.map((index) => columnName(plan.header, index)),
    addresses: counts.wanted,
    duplicates: counts.duplicates,
    unusable: counts.unusable,
    sent: progress.sent,
    done: progress.done,
    verdicts: { ...progress.verdicts },
    waiting: progress.waiting.map(({ until, ...wait }) => ({
      ...wait,
      until: isoTime(until),
    })),
    totals: totals ? toTotals(totals) : null,
    output: job.state.written.at(-1)?.path ?? null,
    notes: [...(run?.notes ?? [])],
    problem: run?.problem ? toProblem(run.problem) : null,
    next: nextStep(summary, isActive, totals),
  };
}

/** The totals by row, as the reports have them. */
function toTotals({ total, empty, verdicts, reasons, details }: ListSummary): ListTotals {
  return {
    rows: total,
    empty,
    verdicts: { ...verdicts },
    reasons: Object.fromEntries(Object.entries(reasons).filter(([, count]) => count > 0)),
    details: details.map(({ verdict, reason, count }) => {
      const { meaning = null, advice = null } = explainDetail(verdict, reason) ?? {};
      return { verdict, detail: reason, count, meaning, advice };
    }),
  };
}

function toProblem(error: MailvetError): NonNullable<ListState['problem']> {
  const { code, hint } = error;
  const advice = hint === undefined ? null : agentText(hint);
  return { code, message: agentMessage(error), hint: advice };
}

/** What the agent does next; null where nothing is left to do. */
function nextStep(
  { state, record }: JobSummary,
  isActive: boolean,
  totals: ListSummary | undefined,
): string | null {
  if (isActive) return `The work goes on: list_status with id ${record.id} follows it`;
  if (state === 'finished') return retryStep(record.id, totals);
  return NEXT_STEPS[state];
}

const NEXT_STEPS = {
  waiting: 'Some addresses were not sent: verify_list with the same file goes on',
  running: 'The results are not all here: verify_list with the same file waits for them',
  collected: 'The results are not written: verify_list with the same file writes them',
} as const;

function retryStep(id: string, totals: ListSummary | undefined): string | null {
  const unknown = totals?.verdicts.unknown ?? 0;
  if (unknown === 0) return null;
  return `${unknown} unknown: later, the user can verify only these again, in a terminal, with mailvet batch retry ${id}`;
}

/** A list in a list of them. */
export function toJobLine({ record, state, sent }: JobSummary, active: boolean): JobLine {
  return {
    id: record.id,
    list: record.name,
    state,
    active,
    addresses: record.counts.wanted,
    sent,
    createdAt: isoTime(record.createdAt),
  };
}
