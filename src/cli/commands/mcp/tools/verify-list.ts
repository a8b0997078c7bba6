import type { Verdict } from '../../../../contract/verdict.ts';
import { isMailvetError, MailvetError } from '../../../../errors.ts';
import { reasonOf } from '../../../../lib/system-reason.ts';
import { type Invocation, judgingOf } from '../../../invocation.ts';
import { type FileAccess, findJudged } from '../../../io/file-place.ts';
import { openList } from '../../../io/list-input.ts';
import { parseSubmitOptions, type SubmitOptions } from '../../batch/options.ts';
import { dryRunReport } from '../../batch/submit/dry-run.ts';
import { makeJob, planDestination } from '../../batch/submit/submit.ts';
import { readList } from '../../batch/submit/submit-list.ts';
import { absolutePath, accessBelow, type Roots } from '../files.ts';
import { ListRun } from '../list-run.ts';
import { readListState } from '../list-state.ts';
import type { McpSession } from '../session.ts';
import type { ToolCall } from '../tool.ts';

interface VerifyListParameters {
  readonly file: string;
  readonly output?: string | undefined;
  readonly overwrite: boolean;
  readonly column?: string | readonly string[] | undefined;
  readonly header?: boolean | undefined;
  readonly sheet?: string | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly splitCells: boolean;
  readonly only?: readonly Verdict[] | undefined;
  readonly report?: string | undefined;
  readonly maxAddresses: number;
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly waitSeconds: number;
}

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

/** Verifies a list. Returns when it is finished, or when the time to wait is over. */
export async function verifyList(
  session: McpSession,
  request: ListRequest,
  call: ToolCall,
): Promise<object> {
  const { parameters } = request;
  const task = await toTask(session, request);
  if (parameters.dryRun) return { result: null, plan: await planList(session, task, call) };
  const run = await findOrStart(session, task, call);
  // The client gave the call up: what it started ends with it.
  const cancel = () => void run.cancel();
  call.signal.addEventListener('abort', cancel, { once: true });
  if (call.signal.aborted) cancel();
  await run.wait(parameters.waitSeconds * 1000, call);
  call.signal.removeEventListener('abort', cancel);
  if (run.hasFailed && run.problem) throw run.problem;
  const result = await readListState(session.invocation(call.signal), run.jobId, run);
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

/** The invocation of one call, or of one list, whose notices go to `notes`. */
function listInvocation(
  session: McpSession,
  { access }: ListTask,
  [signal, notes]: readonly [AbortSignal, string[]],
): Invocation {
  const invocation = session.invocation(signal, (text) => notes.push(text));
  return { ...invocation, access };
}

async function planList(
  session: McpSession,
  task: ListTask,
  { signal }: ToolCall,
): Promise<object> {
  const { file, reading, limits } = task.options;
  const notes: string[] = [];
  const invocation = listInvocation(session, task, [signal, notes]);
  const list = await openList(invocation, file, limits.maxInput);
  const { draft, scan } = await readList(invocation, list, { reading, sample: null });
  draft.discard();
  return { ...dryRunReport(list.name, scan), notes };
}

/** One call for a file after another: the second finds the run that the first one starts. */
async function findOrStart(session: McpSession, task: ListTask, call: ToolCall): Promise<ListRun> {
  const { starting } = session;
  const path = task.options.file ?? '';
  const before = starting.get(path) ?? Promise.resolve();
  const run = before.then(() => findRun(session, task.options) ?? startRun(session, task, call));
  const ended = run.catch(() => {});
  starting.set(path, ended);
  try {
    return await run;
  } finally {
    if (starting.get(path) === ended) starting.delete(path);
  }
}

/** The run of the same file, where a call asks for it a second time. */
function findRun({ runs }: McpSession, { file, limits }: SubmitOptions): ListRun | undefined {
  if (limits.again) return undefined;
  return [...runs.values()].find(({ path, isActive }) => isActive && path === file);
}

async function startRun(session: McpSession, task: ListTask, call: ToolCall): Promise<ListRun> {
  const { options } = task;
  const notes: string[] = [];
  const stop = new AbortController();
  const invocation = listInvocation(session, task, [stop.signal, notes]);
  const { resolved, opened: service } = await session.service();
  const ends = AbortSignal.any([call.signal, stop.signal]);
  const reading = listInvocation(session, task, [ends, notes]);
  const list = await openList(reading, options.file, options.limits.maxInput);
  const locked = await makeJob(reading, { list, options }, resolved);
  const { job } = locked;
  const destination = planDestination(invocation, { list, options }, job.record);
  const judging = await judgingOf(invocation);
  const finish = { job, destination, results: options.results, judging, brief: true };
  const run = new ListRun({ invocation, locked, finish, work: options.work, service, notes, stop });
  session.addRun(run);
  return run;
}
