import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { EntryOutcome } from './part-queue.ts';

/** Written without waiting for a moment of the pace: what a batch holds in memory has a bound. */
const GROUP_SIZE = 1000;

interface OutcomeWriterOptions {
  /** Writes a group in one transaction; false when the lease is lost. */
  readonly record: (group: readonly EntryOutcome[]) => Promise<boolean>;
  /** When to write what is less than a full group. */
  readonly pace: WritePace;
  /** Called once when nothing more can be written, with the reason. */
  readonly onStop: (reason: unknown) => void;
}

/** The lease is lost: the batch was cancelled, or another process has it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Writes the outcomes of a batch in groups: those that arrive until the pace allows a write, until
 * a group is full, or until `drained` waits for the rest.
 */
export class OutcomeWriter {
  readonly #options: OutcomeWriterOptions;
  readonly #waiting: EntryOutcome[] = [];
  #writing: Promise<void> | undefined;
  #stop: { readonly reason: unknown } | undefined;
  #progressed = false;
  #isDraining = false;
  /** Ends the wait for the pace. */
  #writeNow: () => void = () => {};

  constructor(options: OutcomeWriterOptions) {
    this.#options = options;
  }

  /** Whether any outcome was written. */
  get progressed(): boolean {
    return this.#progressed;
  }

  add(outcome: EntryOutcome): void {
    this.#waiting.push(outcome);
    if (this.#waiting.length >= GROUP_SIZE) this.#writeNow();
    this.#writing ??= this.#writeOrStop();
  }

  /** Resolves when all outcomes are written; rejects with the error that prevented it. */
  async drained(): Promise<void> {
    this.#isDraining = true;
    this.#writeNow();
    await this.#writing;
    if (this.#stop) throw this.#stop.reason;
  }

  async #writeOrStop(): Promise<void> {
    try {
      await this.#write();
    } catch (reason) {
      this.#stop = { reason };
      this.#options.onStop(reason);
    } finally {
      this.#writing = undefined;
    }
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stop) {
      if (this.#waiting.length < GROUP_SIZE && !this.#isDraining) await this.#due();
      if (!(await this.#options.record(this.#waiting.splice(0, GROUP_SIZE)))) throw new LeaseLost();
      this.#progressed = true;
      await nextTurn();
    }
  }

  #due(): Promise<void> {
    return new Promise((resolve) => {
      this.#writeNow = resolve;
      void this.#options.pace.next().then(resolve);
    });
  }
}

/**
 * Nobody sees results sooner than they are asked for, and a full group waits for nothing. Results of a
 * scattered list lie on pages of their own: the more of a batch are written together, the fewer pages.
 */
const PAUSE_MS = 500;

/**
 * The moments at which the batches of a process write what they have: the same for all of them, so
 * that the store can write it in one transaction. A transaction costs as much as ten results.
 */
export class WritePace {
  readonly #clock: Clock;
  #last = Number.NEGATIVE_INFINITY;
  #next: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves at the next moment: at once, where the last one is `PAUSE_MS` ago. */
  next(): Promise<void> {
    this.#next ??= this.#wait().finally(() => {
      this.#next = undefined;
      this.#last = this.#clock.monotonic();
    });
    return this.#next;
  }

  /** Ends a wait that nobody needs any more: its timer would keep the process alive. */
  stop(): void {
    this.#stopping.abort();
  }

  async #wait(): Promise<void> {
    const left = this.#last + PAUSE_MS - this.#clock.monotonic();
    if (left > 0) await this.#clock.sleep(left, this.#stopping.signal).catch(() => {});
  }
}
