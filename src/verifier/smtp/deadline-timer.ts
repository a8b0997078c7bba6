import type { Clock } from '../../lib/clock.ts';
import { setSharedAlarm } from '../../lib/shared-alarms.ts';

/**
 * Calls `onExpire` when the current deadline passes. A session sets hundreds of deadlines and meets
 * nearly all of them, so one alarm serves them all: when it rings, it checks the current deadline. The
 * first alarms of all sessions, which have one length, share a timer.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #onExpire: () => void;
  #deadline = Number.POSITIVE_INFINITY;
  #wakesAt = Number.POSITIVE_INFINITY;
  #cancelAlarm: () => void = () => {};

  constructor(clock: Clock, onExpire: () => void) {
    this.#clock = clock;
    this.#onExpire = onExpire;
  }

  /** In milliseconds from now. */
  set(limit: number): void {
    this.#deadline = this.#clock.monotonic() + limit;
    if (this.#deadline >= this.#wakesAt) return;
    this.#cancelAlarm();
    this.#sleep(limit);
  }

  clear(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** No deadline can be set after this. */
  stop(): void {
    this.clear();
    this.#cancelAlarm();
  }

  #sleep(limit: number): void {
    this.#wakesAt = this.#clock.monotonic() + limit;
    this.#cancelAlarm = setSharedAlarm(this.#clock, limit, () => this.#checkDeadline());
  }

  #checkDeadline(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const left = this.#deadline - this.#clock.monotonic();
    if (left <= 0) this.#onExpire();
    else if (left < Number.POSITIVE_INFINITY) this.#sleep(left);
  }
}
