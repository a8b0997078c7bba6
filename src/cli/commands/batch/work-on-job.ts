import { setAlarm } from '../../../lib/alarm.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { isMailvetError, joinHints, MailvetError, withMessage } from '../../../lib/errors.ts';
import { counted, plural } from '../../../lib/wording.ts';
import { knownBatchIds } from '../../../lists/directory/job-directory.ts';
import type { JobFile } from '../../../lists/file/job-file.ts';
import { sizeOf } from '../../../lists/file/job-record.ts';
import { cancelOwnJob } from '../../../lists/run/cancel-job.ts';
import { collectNow } from '../../../lists/run/follow-batches.ts';
import { type RunGoal, type RunOutcome, runJob } from '../../../lists/run/http-transport.ts';
import type { JobEvent } from '../../../lists/run/job-run.ts';
import type { Judging } from '../../../policy/policy.ts';
import { BlindRun } from '../../connect/blind-run.ts';
import type { OpenService } from '../../connect/client.ts';
import type { Context } from '../../context.ts';
import { directoriesOf } from '../../directories.ts';
import { asMailvetError } from '../../error-report.ts';
import type { Invocation } from '../../invocation.ts';
import { ClosedPipe } from '../../io/terminal.ts';
import type { GlobalFlags } from '../../options/global.ts';
import { openProgress, type ProgressView } from '../../render/progress-view.ts';
import { jobsDirectory, resumeCommand, withCommand } from './job-access.ts';
import type { WorkOptions } from './options.ts';

interface JobWork {
  readonly job: JobFile;
  readonly service: OpenService;
  readonly goal: RunGoal;
  readonly judging: Judging;
  readonly options: WorkOptions;
  /** Called for each batch as soon as it has its id. */
  readonly onAccepted?: (id: string) => Promise<void>;
  /** Where progress goes in place of stderr. */
  readonly view?: ProgressView;
}

/**
 * Runs a job to its goal with progress on stderr. Every error that ends it early names the resume
 * command.
 */
export async function workOnJob(invocation: Invocation, work: JobWork): Promise<WorkOutcome> {
  const progress =
    work.view ?? (await openProgress(invocation, work.options.progress, work.service.backlog));
  const events = new EventQueue(progress, work.onAccepted);
  using blind = new BlindRun(invocation, {
    stop: work.options.stopWhenBlind,
    addresses: () => work.job.allAddresses(),
    asksForFew: true,
    say: (line) => events.pass(() => progress.say(line)),
    apart: (dialogue) => events.pass(() => progress.apart(dialogue)),
  });
  blind.attach(work.service.reachability);
  try {
    const parts = runOptions(invocation, work);
    const mayGoOn = () => blind.answered();
    const run = (signal: AbortSignal) => {
      const ends = AbortSignal.any([signal, blind.signal]);
      return runJob({ ...parts, mayGoOn, signal: ends, onEvent: events.emit }, work.goal);
    };
    const outcome = await withTimeout(invocation, run, () => findServiceState(work));
    await blind.settled();
    await events.end();
    const lost = outcome.lost && lostError(invocation, work.job, outcome.lost);
    return { ...outcome, lost, stopped: undefined };
  } catch (error) {
    if (blind.stopped && error === blind.stopped) {
      return await stopBlind(invocation, work, blind.stopped);
    }
    // The error that ended the work matters more than a failed write of its events.
    await events.end().catch(() => {});
    if (error instanceof ClosedPipe) throw error;
    const known = asMailvetError(error, directoriesOf(invocation.context));
    const isInterrupted = isMailvetError(known, 'interrupted', 'terminated');
    if (isInterrupted && work.options.cancelOnInterrupt) await cancelOpen(invocation, work);
    throw withCommand(withDone(known, work.job), resumeCommand(invocation, work.job.record.id));
  } finally {
    await progress.end();
  }
}

/** With the rest of the shutdown, the program ends within 8 s of a signal. */
const CANCEL_MS = 5_000;

/** Cancels what is open at the service, as far as it answers in time, and says so. */
async function cancelOpen(invocation: Invocation, { job, service }: JobWork): Promise<void> {
  const { clock } = invocation.context;
  const client = (await service.clientAfterStop?.()) ?? service.client;
  const late = new AbortController();
  const stop = setAlarm(clock, CANCEL_MS, () => late.abort());
  const foreignBatchIds = () => knownBatchIds(jobsDirectory(invocation), job.record.service);
  try {
    const run = { job, client, clock, signal: late.signal, foreignBatchIds };
    const { cancelled, failures } = await cancelOwnJob(run);
    await invocation.notice(`Cancelled ${plural(cancelled.length, 'batch', 'batches')}`);
    for (const { id, error } of failures)
      await invocation.notice(`${id} could not be cancelled: ${error.message}`);
  } catch (error) {
    const { message } = asMailvetError(error);
    await invocation.notice(`What is open could not be cancelled: ${message}`);
  } finally {
    stop();
    if (client !== service.client) await client.close();
  }
}

/** How the work ended. */
export interface WorkOutcome extends RunOutcome {
  /** Why the run was stopped: no address could be decided. The results so far are kept. */
  readonly stopped: MailvetError | undefined;
}

/** Collects the finished results. The service's batches continue: a resume gets the rest. */
async function stopBlind(
  { context }: Invocation,
  { job, service }: JobWork,
  stopped: MailvetError,
): Promise<WorkOutcome> {
  await collectNow(job, service.client, context.signal);
  const isCancelled = job.cancellation.at !== undefined;
  return { batches: job.batches(), quota: undefined, lost: undefined, isCancelled, stopped };
}

/** What became of some batches is not known. The others were followed, and their results can be written. */
function lostError(
  invocation: Invocation,
  { record }: JobFile,
  { message, hint, status }: MailvetError,
): MailvetError {
  return new MailvetError('partial', message, {
    hint: joinHints(hint, [
      'Go on with: ',
      { code: 'go_on', command: resumeCommand(invocation, record.id) },
    ]),
    ...(status !== undefined && { status }),
  });
}

/** `Interrupted: 4,938 of 11,978 addresses done; nothing is lost` */
function withDone(error: MailvetError, job: JobFile): MailvetError {
  if (!isMailvetError(error, 'interrupted', 'terminated')) return error;
  const done = counted(job.addressCounts().done);
  const all = plural(sizeOf(job.round), 'address', 'addresses');
  return withMessage(error, `${error.message}: ${done} of ${all} done; nothing is lost`);
}

function findServiceState({ job, service }: JobWork): ServiceState {
  if (job.addressCounts().sent === 0) return 'unsent';
  return service.embedded ? 'embedded' : 'running';
}

/**
 * Without --concurrency. The embedded service has 20,000 addresses in hand at a time: with all of them
 * the providers that allow few sessions are busy from the start. Where no mail host is asked, more take memory only.
 */
const OPEN_BATCHES = { remote: 5, embedded: 20, unprobed: 4 } as const;

function runOptions(invocation: Invocation, work: JobWork) {
  const { job, service, judging, options } = work;
  const place = service.embedded ? 'embedded' : 'remote';
  const { concurrency = OPEN_BATCHES[job.record.mode ? 'unprobed' : place], resendUnknown } =
    options;
  return {
    job,
    client: service.client,
    clock: invocation.context.clock,
    sleep: service.batchEndSleeper?.(),
    concurrency,
    resendUnknown,
    judging,
    foreignBatchIds: () => knownBatchIds(jobsDirectory(invocation), job.record.service),
  };
}

/** Emits events in their order: writing may be slower than the work. */
export class EventQueue {
  readonly #progress: ProgressView;
  readonly #onAccepted: ((id: string) => Promise<void>) | undefined;
  #last: Promise<void> = Promise.resolve();
  #failure: unknown;

  /** `onAccepted` is called for each batch as soon as it has its id. */
  constructor(progress: ProgressView, onAccepted?: (id: string) => Promise<void>) {
    this.#progress = progress;
    this.#onAccepted = onAccepted;
  }

  readonly emit = (event: JobEvent): void => {
    this.#last = this.#last
      .then(() => this.#pass(event))
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  };

  /** Rejects when something could not be written (a closed pipe). */
  async end(): Promise<void> {
    await this.#last;
    if (this.#failure) throw this.#failure;
  }

  /** Writes in order with the events. */
  async pass(write: () => Promise<void>): Promise<void> {
    const written = this.#last.then(write);
    this.#last = written.catch(() => {});
    await written;
  }

  async #pass(event: JobEvent): Promise<void> {
    if (event.type === 'progress') return await this.#progress.show(event.progress);
    if (event.type === 'notice') return await this.#progress.say(event.text);
    if (event.adopted) {
      await this.#progress.say(`An answer was lost, but the batch is there: ${event.id}`);
    }
    await this.#onAccepted?.(event.id);
  }
}

interface TimeLimit {
  readonly context: Pick<Context, 'clock' | 'signal'>;
  readonly globals: Pick<GlobalFlags, 'timeout'>;
}

/** What happens to the batches when this process stops waiting for them. */
type ServiceState = 'unsent' | 'running' | 'embedded';

/**
 * Runs `work` with a signal that the user (Ctrl-C, SIGTERM) or `--timeout` aborts. After the time-out
 * every error follows from it and is reported as `timeout`.
 */
export async function withTimeout<T>(
  { context, globals }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
  standing: () => ServiceState,
): Promise<T> {
  const { timeout } = globals;
  if (timeout === undefined) return await work(context.signal);
  const over = new AbortController();
  const callOff = setAlarm(context.clock, timeout, () =>
    over.abort(timeoutError(timeout, standing())),
  );
  try {
    return await work(AbortSignal.any([context.signal, over.signal]));
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    callOff();
  }
}

const STANDINGS = {
  unsent: 'before the service had taken a batch',
  running: 'the batches go on at the service',
  embedded: 'the batches go on at the next command that needs them',
} as const satisfies Record<ServiceState, string>;

function timeoutError(timeout: number, standing: ServiceState): MailvetError {
  // No batch was sent: the service was too slow for the request itself.
  const code = standing === 'unsent' ? 'request_timeout' : 'timeout';
  const over = `--timeout ran out after ${formatDuration(timeout)}`;
  return new MailvetError(
    code,
    `${over}${standing === 'unsent' ? ', ' : '; '}${STANDINGS[standing]}`,
  );
}
