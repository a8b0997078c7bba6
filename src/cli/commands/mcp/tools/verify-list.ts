import { isMailvetError, MailvetError } from '../../../../errors.ts';
import type { ListSummary } from '../../../../formats/report/summarise.ts';
import { setAlarm } from '../../../../lib/alarm.ts';
import { reasonOf } from '../../../../lib/system-reason.ts';
import type { JobProgress } from '../../../../lists/run/job-run.ts';
import { problemLine } from '../../../connect/blind-run.ts';
import type { OpenService } from '../../../connect/remote.ts';
import { judgingOf } from '../../../invocation.ts';
import { type FileAccess, findJudged } from '../../../io/file-place.ts';
import { openList } from '../../../io/list-input.ts';
import { countsText, waitingText } from '../../../render/progress.ts';
import type { ProgressView } from '../../../render/progress-view.ts';
import { parseSubmitOptions, type SubmitOptions } from '../../batch/options.ts';
import { dryRunReport } from '../../batch/submit/dry-run.ts';
import { writeResultFiles } from '../../batch/submit/finish-job.ts';
import { incompleteEnding } from '../../batch/submit/incomplete-list.ts';
import { makeJob, planDestination } from '../../batch/submit/submit.ts';
import { readList } from '../../batch/submit/submit-list.ts';
import { workOnJob } from '../../batch/submit/work-on-job.ts';
import { absolutePath, accessBelow, type Roots } from '../files.ts';
import { agentText } from '../hint-text.ts';
import type { ListState, VerifyListParameters } from '../schemas.ts';
import type { McpSession } from '../session.ts';
import type { ToolCall } from '../tool.ts';
import { readListState } from './list-results.ts';

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
  const { draft, scan } = await readList(invocation, list, { reading, sample: null });
  draft.discard();
  return { ...dryRunReport(list.name, scan), notes };
}

/** As after a first Ctrl-C: what is done is kept, and the batches of a service elsewhere go on there. */
const STOPPED = new MailvetError('interrupted', 'The time of the call is over');

async function workOnList(
  session: McpSession,
  { access, options, ms }: ListTask & { readonly ms: number },
  call: ToolCall,
): Promise<ListState> {
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

/** The error of a list of which no address was decided, where the service says why. */
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
