import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';
import { Heap } from './heap.ts';

/** Milliseconds that are one moment: what is due in them happens together. */
const STEP = 10;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
  isOver: boolean;
}

/** Time that goes on as soon as nothing is left to do at the present moment. */
export class SimulatedClock implements Clock {
  readonly #sleepers = new Heap<Sleeper>((one, other) => one.at - other.at);
  #now = 0;

  now = (): number => this.#now;
  monotonic = (): number => this.#now;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const at = Math.ceil((this.#now + Math.max(ms, 1)) / STEP) * STEP;
      const sleeper: Sleeper = { at, wake: resolve, isOver: false };
      this.#sleepers.push(sleeper);
      const giveUp = () => {
        sleeper.isOver = true;
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
    });

  /** Goes from moment to moment until `isDone`, or the time is over. */
  async run(isDone: () => boolean, until: number): Promise<void> {
    await setImmediate();
    for (let next = this.#sleepers.peek(); next && !isDone(); next = this.#sleepers.peek()) {
      if (next.at > until) return;
      this.#now = next.at;
      for (; next && next.at <= this.#now; next = this.#sleepers.peek()) {
        this.#sleepers.pop();
        if (!next.isOver) next.wake();
      }
      // All that follows from it without waiting.
      await setImmediate();
    }
  }
}
