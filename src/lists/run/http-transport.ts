import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { cellAddress } from '../../formats/read/cell-addresses.ts';
import { backoffDelay } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ErrorCode, type Hint, isMailvetError, MailvetError } from '../../lib/errors.ts';
import type { AddressRange } from '../file/address-reader.ts';
import { damageError } from '../file/damage.ts';
import { type JobBatch, type JobRecord, sizeOf } from '../file/job-record.ts';
import { cancelOpenBatches } from './cancel-job.ts';
import { type ListTransport, runList, type Sent } from './engine.ts';
import { listBefore } from './find-batch.ts';
import { type BatchAnswer, Follower, PollPace, pollInterval } from './follow-batches.ts';
import { graceSignal } from './grace-signal.ts';
import { type JobRun, readProgress } from './job-run.ts';
import { idempotencyKey, LostBatches, maySendAgain } from './lost-batches.ts';

/** How a run ended. */
export interface RunOutcome {
  readonly batches: readonly JobBatch[];
  /** The 402 that stopped the sending, if one did; addresses are left for `batch resume`. */
  readonly quota: MailvetError | undefined;
  /** Why batches have no answer, where some have none; they are left for `batch resume`. */
  readonly lost: MailvetError | undefined;
  /** Whether the job was cancelled: what is left of it was not sent. */
  readonly isCancelled: boolean;
}

/** `sent`: until the last batch is accepted. `collected`: until all results are here. `followed`: nothing is sent. */
export type RunGoal = 'sent' | 'collected' | 'followed';

/**
 * Works on a job, from wherever it stands. Throws the signal's reason when it aborts, and what the client
 * throws where another try is no use; the job then stands as it was reached.
 */
export async function runJob(run: JobRun, goal: RunGoal): Promise<RunOutcome> {
  const transport = new HttpTransport(run, goal);
  transport.report();
  using _ = run.job.logged();
  const list = { cut: (most: number) => run.job.nextRange(most) };
  for await (const step of runList(list, transport)) if (step === 'sent') transport.report();
  const { quota, isCancelled, problem: lost } = transport;
  return { batches: run.job.batches(), quota, lost, isCancelled };
}

/** Answers lost in a row after which a run sends nothing more: some minutes of them. */
const MAX_LOSSES = 20;
const BACKOFF = { first: 1000, max: 10_000 };

/**
 * Sends a job to a service over HTTP, whose answers may be lost, one POST at a time, and polls it:
 *
 *     range ──intent──► intended ──answer──► open
 *       ▲                 │ ▲  │
 *       │                 │ └──┘ lost: found, or sent again (see LostBatches)
 *       └─────────────────┘ the service surely did nothing (402, 401, not reached)
 *
 * After a 402 it searches for what the plan still allows by halves, and sends all of that: a 402 costs
 * nothing.
 */
class HttpTransport implements ListTransport<AddressRange, BatchAnswer> {
  /** The 402 that ended the sending. */
  quota: MailvetError | undefined;
  /** Whether the job was cancelled, by this process or another one. */
  isCancelled = false;
  /** A 402, and a number of addresses that the plan is known not to allow. */
  #limit: { readonly error: MailvetError; readonly over: number } | undefined;
  readonly #run: JobRun;
  readonly #goal: RunGoal;
  readonly #lost: LostBatches;
  readonly #follower: Follower;
  readonly #pace = new PollPace();
  readonly #sleep: Clock['sleep'];
  #hasListed = false;
  /** Answers lost since the last one that came, or that turned out to have been given. */
  #losses = 0;
  #lastLoss: MailvetError | undefined;
  #postAt = 0;
  #sentAt: number;
  #isPollDue = false;

  constructor(run: JobRun, goal: RunGoal) {
    this.#run = run;
    this.#goal = goal;
    this.#lost = new LostBatches(run);
    this.#follower = new Follower(run);
    this.#sleep = run.sleep ?? ((...wait) => run.clock.sleep(...wait));
    this.#sentAt = run.clock.monotonic();
  }

  /** Why some batches have no answer, or why not all of them were sent; undefined without such. */
  get problem(): MailvetError | undefined {
    const lost = this.#lost.problem();
    if (this.#losses < MAX_LOSSES || !this.#lastLoss) return lost;
    return new MailvetError(
      'answer_lost',
      `${this.#losses} answers in a row were lost: ${this.#lastLoss.message}`,
      {
        cause: this.#lastLoss,
        ...(lost?.hint !== undefined && { hint: lost.hint }),
      },
    );
  }

  report(): void {
    const { job, onEvent } = this.#run;
    const progress = readProgress(job, this.#follower.counts, this.#follower);
    onEvent({ type: 'progress', progress });
  }

  async *follow(): AsyncGenerator<BatchAnswer> {
    await this.#heedCancellation();
    await this.#recover();
    if (!this.#isPollDue) return;
    this.#isPollDue = false;
    const { job } = this.#run;
    const open = job.openBatches().length;
    yield* this.#follower.poll();
    this.#pace.learn(open, job.openBatches().length);
  }

  async collect(answer: BatchAnswer): Promise<void> {
    this.#follower.store(answer);
  }

  /** One that waits to be looked for, or to be sent again, comes first. */
  async send(range: AddressRange): Promise<Sent> {
    await this.#heedCancellation();
    const isBehind = this.#lost.untilLook <= 0 || this.#lost.next !== undefined;
    if (!this.#sends || isBehind || this.#untilPost() > 0) return 'later';
    const most = this.#limit ? Math.ceil(this.#limit.over / 2) : MAX_BATCH_SIZE;
    if (sizeOf(range) > most) return { most };
    const { job, clock } = this.#run;
    await this.#begin();
    await this.#listOnce();
    try {
      await this.#post(job.recordIntent(range, clock.now()));
      if (this.#limit) this.#search(this.#limit.error, this.#limit.over - sizeOf(range));
      return 'sent';
    } catch (error) {
      if (!isMailvetError(error, 'quota')) throw error;
      this.#search(error, sizeOf(range));
      return this.quota ? 'later' : { most: Math.ceil(sizeOf(range) / 2) };
    }
  }

  async rest(): Promise<boolean> {
    const { job, clock, signal } = this.#run;
    job.commit();
    this.report();
    await this.#heedCancellation();
    if (this.#hasReached()) return await this.#lookOnceMore();
    signal.throwIfAborted();
    const open = job.openBatches().length;
    const untilNext = this.#untilNext();
    if (untilNext <= 0) return true;
    if (open === 0) {
      await clock.sleep(untilNext, signal);
      return true;
    }
    const { failingFor } = this.#follower;
    const interval = this.#pace.interval(clock.monotonic() - this.#sentAt);
    // Failing polls are repeated less and less often.
    const pause = failingFor === 0 ? interval : Math.max(interval, pollInterval(failingFor));
    await this.#sleep(Math.min(untilNext, pause), signal);
    this.#isPollDue = true;
    return true;
  }

  get #sends(): boolean {
    return this.#goal !== 'followed' && !this.isCancelled;
  }

  get #maySend(): boolean {
    return this.#sends && this.quota === undefined && this.#losses < MAX_LOSSES;
  }

  get #hasUnsent(): boolean {
    return this.#lost.next !== undefined || this.#run.job.nextRange(1) !== undefined;
  }

  #hasReached(): boolean {
    if (this.#sends && (this.#lost.isLooking || (this.#maySend && this.#hasUnsent))) return false;
    return this.#goal === 'sent' || this.#run.job.openBatches().length === 0;
  }

  /** Milliseconds until a look or a POST is due; infinite while only the open batches go on. */
  #untilNext(): number {
    return this.#sends ? Math.min(this.#lost.untilLook, this.#untilPost()) : Infinity;
  }

  #untilPost(): number {
    if (!this.#maySend || !this.#hasUnsent) return Infinity;
    const open = this.#run.job.openBatches().length;
    const isFull = open + this.#lost.underWay >= this.#run.concurrency;
    const mayBegin = !isFull && !this.#lost.holdsOthers;
    if (!mayBegin && this.#lost.next === undefined) return Infinity;
    return Math.max(0, this.#postAt - this.#run.clock.monotonic());
  }

  /**
   * Sends nothing more once the job is cancelled, and cancels what was sent meanwhile: the process
   * that asked for it knows only the batches that were there when it looked.
   */
  async #heedCancellation(): Promise<void> {
    const { job, onEvent } = this.#run;
    this.isCancelled = job.cancellation.at !== undefined;
    if (!job.cancellation.isRequested) return;
    const failures = await cancelOpenBatches(this.#run);
    for (const { id, error } of failures) {
      onEvent({ type: 'notice', text: `${id} was not cancelled: ${error.message}` });
    }
    job.cancellation.heed();
  }

  /** Looks for batches whose answers are missing, or sends one of them again, where that is due. */
  async #recover(): Promise<void> {
    if (!this.#sends) return;
    if (this.#lost.untilLook <= 0) {
      await this.#begin();
      await this.#look(() => this.#lost.look());
    } else if (this.#lost.next && this.#untilPost() <= 0) {
      await this.#begin();
      await this.#sendAgain(this.#lost.next);
    }
  }

  async #begin(): Promise<void> {
    const { job, signal, mayGoOn } = this.#run;
    signal.throwIfAborted();
    const question = mayGoOn?.();
    if (question) {
      // People take their time.
      job.commit();
      await question;
    }
    signal.throwIfAborted();
  }

  /** At the end of a run: what did not show until now may do so. Returns whether it looked. */
  async #lookOnceMore(): Promise<boolean> {
    if (!this.#sends) return false;
    return await this.#look(() => this.#lost.lookOnceMore());
  }

  /** What is found counts as an answer. */
  async #look<T>(look: () => Promise<T>): Promise<T> {
    const before = this.#run.job.unanswered().length;
    const looked = await look();
    if (this.#run.job.unanswered().length < before) this.#losses = 0;
    return looked;
  }

  /** It may have shown while it waited for its turn. A batch that may have arrived is not sent in parts. */
  async #sendAgain(batch: JobBatch): Promise<void> {
    await this.#lookOnceMore();
    if (this.#lost.next?.number !== batch.number) return;
    try {
      await this.#post(renewIntent(this.#run, batch));
    } catch (error) {
      if (!isMailvetError(error, 'quota')) throw error;
      this.quota = error;
    }
  }

  async #post(batch: JobBatch): Promise<void> {
    const { clock } = this.#run;
    try {
      const lost = await postBatch(this.#run, batch);
      this.#losses = lost ? this.#losses + 1 : 0;
      if (!lost) return;
      this.#lastLoss = lost;
      this.#lost.add(batch);
      this.#postAt = clock.monotonic() + backoffDelay(BACKOFF, this.#losses - 1, 1);
    } finally {
      this.#sentAt = clock.monotonic();
    }
  }

  #search(error: MailvetError, over: number): void {
    this.#limit = { error, over };
    if (over <= 1) this.quota = error;
  }

  /** Remembers what the service has before we send: a lost batch is not among these, unless it was lost before. */
  async #listOnce(): Promise<void> {
    const { job, client, signal } = this.#run;
    if (this.#hasListed || job.unanswered().length > 0) return;
    this.#hasListed = true;
    job.state.listing = await listBefore(client, signal);
  }
}

/** How long a POST that is under way may still go on after Ctrl-C, so that its answer is not lost. */
const GRACE_MS = 3000;

/** With these the service surely did nothing: the addresses were never taken. */
const UNSENT_CODES: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'quota',
  'refused',
  'rate_limited',
  'network',
  'request_timeout',
  'bad_answer',
  'config',
]);

/** Sends a batch whose intent is on record. Returns the error when its answer was lost. */
async function postBatch(run: JobRun, batch: JobBatch): Promise<MailvetError | undefined> {
  const addresses = checkedAddresses(run, batch);
  using grace = graceSignal(run.signal, run.clock, GRACE_MS);
  try {
    const { id } = await run.client.createBatch(addresses, {
      signal: grace.signal,
      idempotencyKey: idempotencyKey(run, batch),
      job: jobOf(run.job.record, batch),
      ...(run.job.record.noCache && { noCache: true }),
      ...(run.job.record.mode && { mode: run.job.record.mode }),
    });
    // An answer that names an earlier batch (from a cache on the way) doesn't count.
    if (run.job.hasBatch(id))
      return new MailvetError('answer_lost', `the service gave ${id} twice`);
    run.job.recordAnswer(batch.number, id);
    run.onEvent({ type: 'accepted', id, adopted: false });
    return undefined;
  } catch (error) {
    if (isMailvetError(error, 'answer_lost')) return error;
    if (isMailvetError(error) && UNSENT_CODES.has(error.code)) dropUnsent(run, batch);
    throw error;
  }
}

/** What is asked again is no further size of the list. */
function jobOf({ id, name, counts }: JobRecord, { first }: JobBatch) {
  return { id, name, size: first > counts.wanted ? null : counts.wanted };
}

/** An earlier POST of a lost batch may have been taken; and what was sent behind a batch leaves no gap. */
function dropUnsent({ job }: JobRun, { number, lost }: JobBatch): void {
  if (!lost && job.batches().at(-1)?.number === number) job.dropIntent(number);
}

/**
 * Notes that a batch is sent once more, and reports it. With a key that the service remembers, the
 * intent stays as it is: the key's age counts from the first POST.
 */
function renewIntent(run: JobRun, batch: JobBatch): JobBatch {
  const { job, clock, onEvent } = run;
  if (maySendAgain(run, batch)) {
    const text =
      'Sending a batch again whose answer is missing: its key keeps it from being charged twice';
    onEvent({ type: 'notice', text });
    return batch;
  }
  onEvent({ type: 'notice', text: resendNotice(run, batch) });
  return job.renewIntent(batch, clock.now());
}

const SENT_AGAIN = 'Sending a batch again whose answer was lost';

function resendNotice({ resendUnknown }: JobRun, { lost }: JobBatch): Hint {
  if (!lost) return 'The batch that was under way is not at the service: sending it';
  return resendUnknown
    ? [SENT_AGAIN, ' (', { code: 'resend_unknown' }, '): it can be charged twice']
    : 'A batch whose answer was lost is not in the list of the service, which is up to date: sending it again';
}

/** The addresses of a batch, each judged once more: what goes out is paid for. */
function checkedAddresses({ job }: JobRun, batch: JobBatch): readonly string[] {
  const addresses = job.addresses(batch);
  const isWhole = addresses.length === sizeOf(batch) && addresses.every(isAddress);
  if (!isWhole) throw damageError(job.path, 'its addresses have changed');
  return addresses;
}

function isAddress(address: string): boolean {
  return cellAddress(address).address === address;
}
