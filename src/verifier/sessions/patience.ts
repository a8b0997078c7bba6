import { setAlarm } from '../../lib/alarm.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds between two looks once the patience is over and sessions are still at work. */
const LOOK_EVERY = 5000;
/** Milliseconds for the sessions between the retries, and for a turn to begin them. */
const FOR_SESSIONS = 5 * 60_000;

/** How long a list waits beyond its last progress: what its retries take in all, unless it is set. */
export function patienceOf(retries: readonly number[], given: number | undefined): number {
  return given ?? retries.reduce((total, one) => total + one, FOR_SESSIONS);
}

/** Calls `onEnd` once nothing has moved for the time of the patience, and from then on every few seconds. */
export class Patience {
  readonly #clock: Clock;
  readonly #length: number;
  readonly #onEnd: () => void;
  #movedAt: number;
  #callOff: () => void;

  constructor(clock: Clock, length: number, onEnd: () => void) {
    this.#clock = clock;
    this.#length = length;
    this.#onEnd = onEnd;
    this.#movedAt = clock.monotonic();
    this.#callOff = this.#wait(length);
  }

  noteProgress(): void {
    this.#movedAt = this.#clock.monotonic();
  }

  end(): void {
    this.#callOff();
  }

  #wait(milliseconds: number): () => void {
    return setAlarm(this.#clock, milliseconds, () => {
      const left = this.#movedAt + this.#length - this.#clock.monotonic();
      this.#callOff = this.#wait(left > 0 ? left : LOOK_EVERY);
      if (left <= 0) this.#onEnd();
    });
  }
}
