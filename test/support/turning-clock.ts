import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src/lib/clock.ts';

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/** Turns of the event loop without a change after which nothing but time can bring one. */
const QUIET_TURNS = 12;

/** A clock that moves to the next alarm whenever nothing else is left to do. */
export class TurningClock implements Clock {
  #now = 1_000_000;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  /** Alarms that are set. */
  get alarms(): number {
    return this.#sleepers.size;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = { due: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Lets time pass until `isOver`. Rejects where no time would ever bring that about. */
  async runUntil(isOver: () => boolean, what: string): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < QUIET_TURNS && !isOver(); turn++) await nextTurn();
      if (isOver()) return;
      if (this.#sleepers.size === 0) throw new Error(`no alarm is set, and yet: ${what}`);
      this.#advance();
    }
  }

  #advance(): void {
    this.#now = Math.max(this.#now, Math.min(...[...this.#sleepers].map(({ due }) => due)));
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.due > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
