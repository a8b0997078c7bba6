import type { Verdict } from '../../../../contract/verdict.ts';
import { riskyRole } from '../../../invocation.ts';
import { openList } from '../../../io/list-input.ts';
import { dryRunReport } from '../../batch/dry-run.ts';
import { parseSubmitOptions, type SubmitOptions } from '../../batch/options.ts';
import { makeJob, planDestination } from '../../batch/submit.ts';
import { readList } from '../../batch/submit-list.ts';
import { allowedPath, type Roots } from '../files.ts';
import { ListRun } from '../list-run.ts';
import { readListState } from '../list-state.ts';
import { reword } from '../reword.ts';
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

/** Verifies a list. Returns when it is finished, or when the time to wait is over. */
export async function verifyList(
  session: McpSession,
  request: ListRequest,
  call: ToolCall,
): Promise<object> {
  const { parameters } = request;
  const options = await toSubmitOptions(session, request);
  if (parameters.dryRun) return { result: null, plan: await planList(session, options, call) };
  const run = await findOrStart(session, options, call);
  // The client gave the call up: what it started ends with it.
  const cancel = () => void run.cancel();
  call.signal.addEventListener('abort', cancel, { once: true });
  if (call.signal.aborted) cancel();
  await run.wait(parameters.waitSeconds * 1000, call);
  call.signal.removeEventListener('abort', cancel);
  if (run.hasFailed && run.problem) {
    session.noteError(run.problem);
    throw run.problem;
  }
  const result = await readListState(session.invocation(call.signal), run.jobId, run);
  return { result, plan: null };
}

/** The parameters as the flags of `mailvet clean`, which checks them. */
async function toSubmitOptions(
  session: McpSession,
  { parameters, roots }: ListRequest,
): Promise<SubmitOptions> {
  const { file, column, only, overwrite, maxAddresses, ...others } = parameters;
  const { context } = session.invocation(new AbortController().signal);
  const path = await allowedPath(file, roots);
  const files = {
    output: parameters.output && (await allowedPath(parameters.output, roots)),
    report: parameters.report && (await allowedPath(parameters.report, roots)),
  };
  const flags = {
    ...{ ...others, ...files, force: overwrite, wait: true, maxAddresses: `${maxAddresses}` },
    ...(column !== undefined && { column: [column].flat() }),
    ...(only && { only: only.join(',') }),
  };
  const options = parseSubmitOptions({ args: [path], flags, context });
  return { ...options, beside: true, continuesFinished: true };
}

async function planList(
  session: McpSession,
  { file, reading, limits }: SubmitOptions,
  { signal }: ToolCall,
): Promise<object> {
  const notes: string[] = [];
  const invocation = session.invocation(signal, (text) => notes.push(reword(text)));
  const list = await openList(invocation, file, limits.maxInput);
  const { draft, scan } = await readList(invocation, list, { reading, sample: null });
  draft.discard();
  return { ...dryRunReport(list.name, scan), notes };
}

/** One call for a file after another: the second finds the run that the first one starts. */
async function findOrStart(
  session: McpSession,
  options: SubmitOptions,
  call: ToolCall,
): Promise<ListRun> {
  const { starting } = session;
  const path = options.file ?? '';
  const before = starting.get(path) ?? Promise.resolve();
  const run = before.then(() => findRun(session, options) ?? startRun(session, options, call));
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

async function startRun(
  session: McpSession,
  options: SubmitOptions,
  call: ToolCall,
): Promise<ListRun> {
  const notes: string[] = [];
  const stop = new AbortController();
  const invocation = session.invocation(stop.signal, (text) => notes.push(reword(text)));
  const { resolved, opened: service } = await session.service();
  const reading = session.invocation(
    AbortSignal.any([call.signal, stop.signal]),
    invocation.notice,
  );
  const list = await openList(reading, options.file, options.limits.maxInput);
  const locked = await makeJob(reading, { list, options }, resolved.identity);
  const { job } = locked;
  const destination = planDestination(invocation, { list, options }, job.record);
  const risky = await riskyRole(invocation, undefined);
  const finish = { job, destination, results: options.results, riskyRole: risky, brief: true };
  const run = new ListRun({ invocation, locked, finish, work: options.work, service, notes, stop });
  session.runs.set(run.jobId, run);
  return run;
}
