import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';

/**
 * Barks when a deadline passes. A session sets hundreds of deadlines, and nearly all are met: one
 * sleep at a time serves them all, and looks at the deadline of the hour when it ends.
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #bark: () => void;
  #deadline = Number.POSITIVE_INFINITY;
  #wakesAt = Number.POSITIVE_INFINITY;
  #callOff: () => void = () => {};

  constructor(clock: Clock, bark: () => void) {
    this.#clock = clock;
    this.#bark = bark;
  }

  /** In the clock's milliseconds. */
  set(deadline: number): void {
    this.#deadline = deadline;
    if (deadline >= this.#wakesAt) return;
    this.#callOff();
    this.#sleepUntil(deadline);
  }

  clear(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
  }

  /** For good. */
  stop(): void {
    this.clear();
    this.#callOff();
  }

  #sleepUntil(time: number): void {
    this.#wakesAt = time;
    const left = Math.max(0, time - this.#clock.monotonic());
    this.#callOff = setAlarm(this.#clock, left, () => this.#look());
  }

  #look(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY;
    if (this.#deadline <= this.#clock.monotonic()) this.#bark();
    else if (this.#deadline < Number.POSITIVE_INFINITY) this.#sleepUntil(this.#deadline);
  }
}
