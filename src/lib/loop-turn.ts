import { setImmediate } from 'node:timers/promises';

/** Milliseconds for which one piece of work may hold the event loop. */
const MAX_HOLD_MS = 10;

/**
 * Shares the event loop: long work calls `pauseIfDue` between its slices, so that signals, timers
 * and other requests are served meanwhile. Awaiting something that is there already does not do it.
 */
export class LoopTurn {
  #since = performance.now();

  async pauseIfDue(): Promise<void> {
    if (performance.now() - this.#since < MAX_HOLD_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
