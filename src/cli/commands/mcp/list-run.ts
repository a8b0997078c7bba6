import { isMailvetError, MailvetError } from '../../../errors.ts';
import type { ListSummary } from '../../../formats/report/summarise.ts';
import { textLoader } from '../../../i18n/load-texts.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { setAlarm } from '../../../lib/alarm.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { collectNow } from '../../../lists/run/collect-now.ts';
import type { JobProgress } from '../../../lists/run/job-run.ts';
import { problemLine } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/remote.ts';
import { asMailvetError } from '../../error-report.ts';
import type { Invocation } from '../../invocation.ts';
import { waitingText } from '../../render/progress.ts';
import type { ProgressView } from '../../render/progress-view.ts';
import type { WorkOptions } from '../batch/options.ts';
import { writeResultFiles } from '../batch/submit/finish-job.ts';
import { incompleteEnding } from '../batch/submit/incomplete-list.ts';
import type { LockedJob } from '../batch/submit/job-access.ts';
import type { FinishPlan } from '../batch/submit/plan-finish.ts';
import { workOnJob } from '../batch/submit/work-on-job.ts';
import { agentText } from './hint-text.ts';
import type { ToolCall } from './tool.ts';

/** What a list is worked on with. */
interface ListWork {
  readonly invocation: Invocation;
  readonly locked: LockedJob;
  readonly finish: FinishPlan;
  readonly work: WorkOptions;
  readonly service: OpenService;
  /** What was said about the list so far. */
  readonly notes: string[];
  /** Ends the work; aborts the signal of the invocation. */
  readonly stop: AbortController;
}

/**
 * A list that this server works on. It goes on when the call that started it has returned, until it
 * is finished, called off, or the server ends.
 *
 *     start ──► sending and waiting ──► results written ──► settled
 *                     │ cancel
 *                     └──► batches cancelled, results so far kept ──► settled
 */
export class ListRun {
  readonly jobId: string;
  /** Absolute path of the list. */
  readonly path: string | null;
  readonly notes: readonly string[];
  progress: JobProgress | undefined;
  /** The results by row, once they are written. */
  summary: ListSummary | undefined;
  /** Why the list is incomplete, or what ended the work. */
  problem: MailvetError | undefined;
  isActive = true;
  /** True where the work ended with `problem`, before results were written. */
  hasFailed = false;
  readonly #run: ListWork;
  readonly #settled: Promise<void>;
  readonly #watchers = new Set<(progress: JobProgress) => void>();

  constructor(run: ListWork) {
    const { record } = run.locked.job;
    this.#run = run;
    this.jobId = record.id;
    this.path = record.inputPath;
    this.notes = run.notes;
    this.#settled = this.#work();
  }

  /** Resolves when nobody works on the list any more. Never rejects. */
  settled(): Promise<void> {
    return this.#settled;
  }

  /** Calls the list off: nothing more is sent, and open batches are cancelled at the service. */
  async cancel(): Promise<void> {
    this.#run.stop.abort(CANCELLED);
    await this.#settled;
  }

  /** Resolves when the list is settled, the time is over, or the call is cancelled. */
  async wait(ms: number, call: ToolCall): Promise<void> {
    const text = await loadTexts('en');
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const callOff = setAlarm(this.#run.invocation.context.clock, ms, resolve);
    const watch = reporter(text, call);
    this.#watchers.add(watch);
    call.signal.addEventListener('abort', () => resolve(), { once: true });
    if (call.signal.aborted) resolve();
    try {
      if (this.progress) watch(this.progress);
      await Promise.race([this.#settled, over]);
    } finally {
      callOff();
      this.#watchers.delete(watch);
    }
  }

  async #work(): Promise<void> {
    const { invocation, locked } = this.#run;
    try {
      await this.#finish(locked.job);
    } catch (error) {
      this.hasFailed = true;
      this.problem = asMailvetError(error);
      if (this.#run.stop.signal.aborted) await this.#callOff(locked.job);
    } finally {
      locked[Symbol.dispose]();
      this.isActive = false;
      invocation.debug(`${this.jobId}: settled`);
    }
  }

  async #finish(job: JobFile): Promise<void> {
    const { invocation, finish, work, service } = this.#run;
    const view = this.#view();
    const { judging } = finish;
    // All lists of the server share the reachability, which is about no single one.
    const { reachability: _, ...one } = service;
    const outcome = await workOnJob(invocation, {
      ...{ job, service: one, goal: 'collected', judging, options: work, view },
    });
    this.summary = (await writeResultFiles(invocation, finish)).summary();
    this.problem = incompleteEnding(invocation, job, outcome) ?? blindness(service, this.summary);
  }

  async #callOff(job: JobFile): Promise<void> {
    const { client } = this.#run.service;
    try {
      await cancelBatches(job, client);
    } catch (error) {
      if (!isMailvetError(error)) throw error;
      this.#run.notes.push(`Not every batch could be cancelled: ${error.message}`);
    }
  }

  #view(): ProgressView {
    return {
      show: async (progress) => {
        this.progress = progress;
        for (const watch of this.#watchers) watch(progress);
      },
      say: async (text) => {
        this.#run.notes.push(agentText(text));
      },
      apart: (dialogue) => dialogue(),
      end: async () => {},
    };
  }
}

const CANCELLED = new MailvetError('interrupted', 'The list was called off', {
  hint: 'verify_list with the same file goes on where it stopped',
});

/** Cancels the open batches of a job, and keeps the results that exist. */
export async function cancelBatches(job: JobFile, client: OpenService['client']): Promise<number> {
  const open = job.openBatches().flatMap(({ serviceId }) => serviceId ?? []);
  for (const id of open) {
    await client.cancelBatch(id).catch((error: unknown) => {
      // It ended meanwhile.
      if (!isMailvetError(error, 'refused')) throw error;
    });
  }
  await collectNow(job, client, new AbortController().signal);
  return open.length;
}

/** Agents read English. */
const loadTexts = textLoader();

/** Reports what has grown: clients take no other progress. */
function reporter(text: Texts, { report }: ToolCall): (progress: JobProgress) => void {
  let last = -1;
  return (progress) => {
    const { done, total } = progress;
    if (done <= last) return;
    last = done;
    const waits = waitingText(text, progress);
    const counts = text('progress.count', { done, total });
    report({ done, total, message: waits ? `${counts}; ${waits}` : counts });
  };
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
