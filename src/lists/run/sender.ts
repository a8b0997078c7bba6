import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { isMailvetError, MailvetError } from '../../errors.ts';
import { backoffDelay } from '../../lib/backoff.ts';
import { type BatchRecord, sizeOf } from '../file/job-record.ts';
import { cancelOpenBatches } from './cancel-job.ts';
import { listBefore } from './find-batch.ts';
import type { JobRun } from './job-run.ts';
import { LostBatches } from './lost-batches.ts';
import { renewIntent, sendBatch } from './send-batch.ts';

/** Answers lost in a row after which a run sends nothing more: some minutes of them. */
const MAX_LOSSES = 20;
const BACKOFF = { first: 1000, max: 10_000 };

/**
 * Sends what is left of a job, batch by batch, one POST at a time, and looks for those whose answers
 * are missing. After a 402 it searches for what the plan still allows by halves, and sends all of
 * that: a 402 costs nothing.
 */
export class Sender {
  /** The 402 that ended the sending. */
  quota: MailvetError | undefined;
  /** Whether the job was cancelled, by this process or another one. */
  isCancelled = false;
  /** A 402, and a number of addresses that the plan is known not to allow. */
  #limit: { readonly error: MailvetError; readonly over: number } | undefined;
  readonly #run: JobRun;
  readonly #sends: boolean;
  readonly #lost: LostBatches;
  #hasListed = false;
  /** Answers lost since the last one that came, or that turned out to have been given. */
  #losses = 0;
  #lastLoss: MailvetError | undefined;
  #postAt = 0;

  constructor(run: JobRun, sends: boolean) {
    this.#run = run;
    this.#sends = sends;
    this.#lost = new LostBatches(run);
  }

  get hasMore(): boolean {
    if (!this.#sends || this.isCancelled) return false;
    return this.#lost.isLooking || (this.#maySend && this.#hasUnsent);
  }

  /** Milliseconds until `next` has something to do; infinite while only the open batches go on. */
  untilNext(open: number): number {
    if (!this.#sends || this.isCancelled) return Number.POSITIVE_INFINITY;
    return Math.min(this.#lost.untilLook, this.#untilPost(open));
  }

  /** Looks for lost batches, or sends one, whichever is due. Returns whether it sent. */
  async next(open: number): Promise<boolean> {
    if (this.#lost.untilLook <= 0) await this.#look(() => this.#lost.look());
    else if (this.#untilPost(open) <= 0) return await this.#sendNext();
    return false;
  }

  /** At the end of a run: what did not show until now may do so. Returns whether it looked. */
  async lookOnceMore(): Promise<boolean> {
    if (!this.#sends || this.isCancelled) return false;
    return await this.#look(() => this.#lost.lookOnceMore());
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

  /**
   * Sends nothing more once the job is cancelled, and cancels what was sent meanwhile: the process
   * that asked for it knows the batches alone that were there when it looked.
   */
  async heedCancellation(): Promise<void> {
    const { job, onEvent } = this.#run;
    this.isCancelled = job.cancellation.at !== undefined;
    if (!job.cancellation.isRequested) return;
    const failures = await cancelOpenBatches(this.#run);
    for (const { id, error } of failures) {
      onEvent({ type: 'notice', text: `${id} was not cancelled: ${error.message}` });
    }
    job.cancellation.heed();
  }

  get #maySend(): boolean {
    return this.quota === undefined && this.#losses < MAX_LOSSES;
  }

  get #hasUnsent(): boolean {
    return this.#lost.next !== undefined || this.#run.job.nextRange(1) !== undefined;
  }

  #untilPost(open: number): number {
    if (!this.#maySend || !this.#hasUnsent) return Number.POSITIVE_INFINITY;
    const isFull = open + this.#lost.underWay >= this.#run.concurrency;
    const mayBegin = !isFull && !this.#lost.holdsOthers;
    if (!mayBegin && this.#lost.next === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#postAt - this.#run.clock.monotonic());
  }

  /** What is found counts as an answer. */
  async #look<T>(look: () => Promise<T>): Promise<T> {
    const before = this.#run.job.unanswered().length;
    const looked = await look();
    if (this.#run.job.unanswered().length < before) this.#losses = 0;
    return looked;
  }

  async #sendNext(): Promise<boolean> {
    const again = this.#lost.next;
    if (again) return await this.#sendAgain(again);
    return await this.#sendRange();
  }

  async #sendRange(): Promise<boolean> {
    const { job, clock } = this.#run;
    await this.#listOnce();
    const over = this.#limit?.over;
    const range = job.nextRange(over === undefined ? MAX_BATCH_SIZE : Math.ceil(over / 2));
    if (!range) return false;
    try {
      await this.#send(job.recordIntent(range, clock.now()));
      if (this.#limit) this.#search(this.#limit.error, this.#limit.over - sizeOf(range));
    } catch (error) {
      if (!isMailvetError(error, 'quota')) throw error;
      this.#search(error, sizeOf(range));
    }
    return true;
  }

  /** It may have shown while it waited for its turn. A batch that may have arrived is not sent in parts. */
  async #sendAgain(batch: BatchRecord): Promise<boolean> {
    await this.lookOnceMore();
    if (this.#lost.next?.number !== batch.number) return false;
    try {
      await this.#send(renewIntent(this.#run, batch));
    } catch (error) {
      if (!isMailvetError(error, 'quota')) throw error;
      this.quota = error;
    }
    return true;
  }

  async #send(batch: BatchRecord): Promise<void> {
    const { clock } = this.#run;
    const lost = await sendBatch(this.#run, batch);
    this.#losses = lost ? this.#losses + 1 : 0;
    if (!lost) return;
    this.#lastLoss = lost;
    this.#lost.add(batch);
    this.#postAt = clock.monotonic() + backoffDelay(BACKOFF, this.#losses - 1, 1);
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
