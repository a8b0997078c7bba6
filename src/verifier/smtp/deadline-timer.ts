import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';

/**
 * Calls `onExpire` when the current deadline passes. A session sets hundreds of deadlines and meets
 * nearly all of them, so one alarm serves them all: when it rings, it checks the current deadline.
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

  /** In the clock's milliseconds. */
  set(deadline: number): void {
    this.#deadline = deadline;
    if (deadline >= this.#wakesAt) return;
    this.#cancelAlarm();
    this.#sleepUntil(deadline);
  }

  clear(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** No deadline can be set after this. */
  stop(): void {
    this.clear();
    this.#cancelAlarm();
  }

  #sleepUntil(time: number): void {
    this.#wakesAt = time;
    const left = Math.max(0, time - this.#clock.monotonic());
    this.#cancelAlarm = setAlarm(this.#clock, left, () => this.#checkDeadline());
  }

  #checkDeadline(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    if (this.#deadline <= this.#clock.monotonic()) this.#onExpire();
    else if (this.#deadline < Number.POSITIVE_INFINITY) this.#sleepUntil(this.#deadline);
  }
}
