import type { Clock } from '../lib/clock.ts';

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
