import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryOutcome } from '../service/batches/part-queue.ts';
import type { WritePace } from './write-pace.ts';

/** Small enough not to delay requests that wait for the write lock or for this thread. */
const GROUP_SIZE = 200;

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
