import { explainDetail, explainReason } from '../../../contract/explanations.ts';
import { columnName } from '../../../formats/plan.ts';
import { cellAddress } from '../../../formats/read/cell-addresses.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import type { JudgedAddress } from '../../../formats/write/judged-row.ts';
import { RESULT_COLUMNS } from '../../../formats/write/output.ts';
import { setAlarm } from '../../../lib/alarm.ts';
import { isMailvetError, MailvetError } from '../../../lib/errors.ts';
import { isoOrNull, isoTime } from '../../../lib/iso-time.ts';
import { reasonOf } from '../../../lib/system-reason.ts';
import {
  type JobSummary,
  listJobs,
  openJob,
  readJobSummary,
} from '../../../lists/directory/job-directory.ts';
import { type JobProgress, readProgress, VerdictCounter } from '../../../lists/run/job-run.ts';
import { problemLine } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/client.ts';
import type { EmbeddedService } from '../../connect/resolve.ts';
import { type Invocation, judgingOf } from '../../invocation.ts';
import { type FileAccess, findJudged } from '../../io/file-place.ts';
import { openList } from '../../io/list-input.ts';
import { countsText, waitingText } from '../../render/progress.ts';
import type { ProgressView } from '../../render/progress-view.ts';
import { cellToRecord } from '../../render/results.ts';
import { incompleteEnding, writeResultFiles } from '../batch/finish-job.ts';
import { jobsDirectory, retryCommand } from '../batch/job-access.ts';
import { parseSubmitOptions, type SubmitOptions } from '../batch/options.ts';
import { draftList } from '../batch/read-list.ts';
import { dryRunReport, makeJob, planDestination } from '../batch/submit.ts';
import { workOnJob } from '../batch/work-on-job.ts';
import { countList } from '../batch/write-list.ts';
import { explainCell, explanationLines } from '../verify/explain.ts';
import {
  absolutePath,
  accessBelow,
  agentText,
  type Roots,
  shorten,
  type ToolCall,
  toAgentError,
} from './agent.ts';
import type {
  AgentListState,
  AgentListTotals,
  JobLine,
  ListResultsParameters,
  VerifyEmailParameters,
  VerifyListParameters,
} from './schemas.ts';
import type { McpSession } from './session.ts';

/** Verifies one address. What can't be an address is answered without the service, unless that is to be explained. */
export async function verifyEmail(
  session: McpSession,
  { email, noCache, explain }: VerifyEmailParameters,
  { signal }: ToolCall,
): Promise<object> {
  const invocation = session.invocation(signal);
  if (explain) {
    const { resolved } = await session.service();
    if (resolved.kind === 'embedded') return await explainHere(invocation, resolved, email);
  }
  const cell = cellAddress(email);
  const { address } = cell;
  const verification =
    address === undefined
      ? undefined
      : await (await session.service()).opened.client.verify(address, { noCache, signal });
  const answer = verification === undefined ? {} : { verification };
  const record = cellToRecord(cell, answer, await judgingOf(invocation));
  const evidence = explain ? toEvidence(verification?.detail?.provider, record) : NO_EVIDENCE;
  return { ...toFields(record), ...evidence, dialogue: null };
}

/** The embedded service's engine verifies the address again, stores nothing, and has the whole dialogue. */
async function explainHere(
  invocation: Invocation,
  service: EmbeddedService,
  email: string,
): Promise<object> {
  const { record, explanation } = await explainCell(invocation, service, cellAddress(email));
  const { reason, evidence } = explanation.finding;
  const now = invocation.context.clock.now();
  const lines = await explanationLines(record, explanation, now);
  const dialogue = lines.slice(0, MAX_LINES).map(shorten);
  return {
    ...toFields({ ...record, detail: reason }),
    ...toEvidence(evidence.provider, record),
    dialogue,
  };
}

/** Of a dialogue. A domain may name any number of hosts. */
const MAX_LINES = 100;

const NO_EVIDENCE = { provider: null, mailHost: null, reply: null };

function toEvidence(provider: string | undefined, { mxHost, reply }: JudgedAddress): object {
  return {
    provider: provider ?? null,
    mailHost: mxHost ?? null,
    reply: reply === undefined ? null : shorten(reply),
  };
}

/** The fields of a result, its reason in words, and what to do; null for what is not known. */
function toFields(record: JudgedAddress): object {
  const { reason, detail, retryAfter } = record;
  const { meaning, advice } = reason === 'empty' ? NO_ADDRESS : explainReason(reason, detail);
  return {
    ...Object.fromEntries(RESULT_COLUMNS.map((name) => [name, record[name] ?? null])),
    ...{ meaning, advice, retryAfter: isoOrNull(retryAfter) },
  };
}

const NO_ADDRESS = { meaning: 'there is no address', advice: null };

/** A list to verify: its parameters, and where files may lie. */
interface ListRequest {
  readonly parameters: VerifyListParameters;
  readonly roots: Roots;
}

/** What a call asks for, checked, and the files that it may open. */
interface ListTask {
  readonly options: SubmitOptions;
  readonly access: FileAccess;
}

/** Verifies a list for as long as the call lasts, and at most `waitSeconds`. The same call goes on where it stopped. */
export async function verifyList(
  session: McpSession,
  request: ListRequest,
  call: ToolCall,
): Promise<object> {
  const { dryRun, waitSeconds } = request.parameters;
  const task = await toTask(session, request);
  if (dryRun) return { result: null, plan: await planList(session, task, call) };
  const result = await workOnList(session, { ...task, ms: waitSeconds * 1000 }, call);
  return { result, plan: null };
}

/** The parameters as the flags of `mailvet clean`, which checks them. */
async function toTask(session: McpSession, { parameters, roots }: ListRequest): Promise<ListTask> {
  const { file, column, only, overwrite, maxAddresses, ...others } = parameters;
  const { context } = session.invocation(new AbortController().signal);
  const access = accessBelow(roots, context.platform);
  const judged = async (given: string) => {
    const path = absolutePath(given, roots);
    // What is opened later is judged again.
    await using _ = await findJudged(path, access).catch(orUnusable(given));
    return path;
  };
  const path = await judged(file);
  const files = {
    output: parameters.output && (await judged(parameters.output)),
    report: parameters.report && (await judged(parameters.report)),
  };
  const flags = {
    ...{ ...others, ...files, force: overwrite, wait: true, maxAddresses: `${maxAddresses}` },
    ...(column !== undefined && { column: [column].flat() }),
    ...(only && { only: only.join(',') }),
  };
  const options = parseSubmitOptions({ args: [path], flags, context });
  // A person who resumes the job later may write anywhere: there the leave to replace files ends.
  const { force: _, ...remembered } = options.remembered;
  return { options: { ...options, remembered, beside: true }, access };
}

function orUnusable(given: string) {
  return (error: unknown): never => {
    if (isMailvetError(error)) throw error;
    throw new MailvetError('input', `${given} can't be used: ${reasonOf(error)}`, { cause: error });
  };
}

async function planList(
  session: McpSession,
  { access, options }: ListTask,
  { signal }: ToolCall,
): Promise<object> {
  const { file, reading, limits } = options;
  const notes: string[] = [];
  const invocation = { ...session.invocation(signal, notes), access };
  const list = await openList(invocation, file, limits.maxInput);
  const { draft, scan } = await draftList(invocation, list, { reading, sample: null });
  draft.discard();
  return { ...dryRunReport(list.name, scan), notes };
}

/** As after a first Ctrl-C: what is done is kept, and the batches of a service elsewhere go on there. */
const STOPPED = new MailvetError('interrupted', 'The time of the call is over');

async function workOnList(
  session: McpSession,
  { access, options, ms }: ListTask & { readonly ms: number },
  call: ToolCall,
): Promise<AgentListState> {
  const notes: string[] = [];
  const invocation = { ...session.invocation(call.signal, notes), access };
  const { resolved, opened } = await session.service();
  const list = await openList(invocation, options.file, options.limits.maxInput);
  using locked = await makeJob(invocation, { list, options }, resolved);
  const { job } = locked;
  const destination = planDestination(invocation, { list, options }, job.record);
  const judging = await judgingOf(invocation);
  const finish = { job, destination, results: options.results, judging, brief: true };
  const watch = await watchProgress(call, notes);
  const stop = new AbortController();
  const end = () => stop.abort(STOPPED);
  call.signal.addEventListener('abort', end, { once: true });
  const callOff = setAlarm(invocation.context.clock, ms, end);
  const read = (problem?: MailvetError) =>
    readListState(invocation, job.record.id, { notes, problem, waiting: watch.waiting() });
  try {
    // The reachability of a service is that of all calls, not of this list.
    const { reachability: _, ...service } = opened;
    const timed = { ...session.invocation(stop.signal, notes), access };
    const work = { job, service, goal: 'collected', judging, options: options.work } as const;
    const outcome = await workOnJob(timed, { ...work, view: watch.view });
    const summary = (await writeResultFiles(invocation, finish)).summary();
    return await read(incompleteEnding(invocation, job, outcome) ?? blindness(opened, summary));
  } catch (error) {
    if (!stop.signal.aborted || !isMailvetError(error, 'interrupted')) throw error;
    return await read();
  } finally {
    callOff();
    call.signal.removeEventListener('abort', end);
  }
}

/** Reports what has grown: clients take no other progress. */
async function watchProgress({ report }: ToolCall, notes: string[]) {
  let last: JobProgress | undefined;
  const view: ProgressView = {
    show: async (progress) => {
      const hasGrown = progress.done > (last?.done ?? -1);
      last = progress;
      if (!hasGrown) return;
      const { done, total } = progress;
      const waits = waitingText(progress);
      const counts = countsText(progress);
      report({ done, total, message: waits ? `${counts}; ${waits}` : counts });
    },
    say: async (said) => void notes.push(agentText(said)),
    apart: (dialogue) => dialogue(),
    end: async () => {},
  };
  return { view, waiting: () => last?.waiting ?? [] };
}

/** The error of a list without any decided address, if the service reports a reason. */
function blindness(
  { reachability }: OpenService,
  { verdicts, reasons, total }: ListSummary,
): MailvetError | undefined {
  const [problem] = reachability?.problems ?? [];
  const hasDecided = total - reasons.syntax > verdicts.unknown;
  if (!reachability || problem === undefined || hasDecided || reasons.no_answer === 0)
    return undefined;
  return new MailvetError('network', agentText(problemLine(problem, reachability.isRemote)), {
    hint: 'The results were written, but say nothing. Ask the user to run mailvet doctor in a terminal',
  });
}

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
async function readListState(
  invocation: Invocation,
  id: string,
  { notes, problem, waiting }: CallOutcome = NOTHING_SAID,
): Promise<AgentListState> {
  const directory = jobsDirectory(invocation);
  const judging = await judgingOf(invocation);
  const summary = readJobSummary(directory, id);
  using job = openJob(directory, id);
  const { counts, plan, name } = summary.record;
  const { signal } = invocation.context;
  const isWhole = summary.state === 'collected' || summary.state === 'finished';
  const totals = isWhole ? (await countList(job, { signal, judging })).summary() : undefined;
  const range = { first: 1, last: counts.wanted };
  const counted = VerdictCounter.of(job, judging, 'list');
  const { done, sent, verdicts } = readProgress(job, counted, { range });
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
function toTotals({ total, empty, verdicts, reasons, details }: ListSummary): AgentListTotals {
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
