import { setAlarm } from '../../lib/alarm.ts';
import { awakeTime, type Clock } from '../../lib/clock.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';

/** Milliseconds between two checks once the limit has passed and sessions are still at work. */
const CHECK_EVERY = 5000;
/** Milliseconds for the sessions between the retries, and for the wait to open them. */
const FOR_SESSIONS = 5 * MINUTE_MS;

/** Milliseconds that a list waits after its last progress: `given`, else the sum of its retry intervals. */
export function stallLimit(retries: readonly number[], given: number | undefined): number {
  return given ?? retries.reduce((total, one) => total + one, FOR_SESSIONS);
}

/**
 * Calls `onEnd` after `limit` milliseconds without progress, and every few seconds from then on. Time for
 * which the process was stopped is no time without progress.
 */
export class StallTimer {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #onEnd: () => void;
  #progressAt: number;
  #cancelAlarm: () => void;

  constructor(clock: Clock, length: number, onEnd: () => void) {
    this.#clock = clock;
    this.#limit = length;
    this.#onEnd = onEnd;
    this.#progressAt = awakeTime(clock);
    this.#cancelAlarm = this.#wait(length);
  }

  noteProgress(): void {
    this.#progressAt = awakeTime(this.#clock);
  }

  end(): void {
    this.#cancelAlarm();
  }

  #wait(milliseconds: number): () => void {
    return setAlarm(this.#clock, milliseconds, () => {
      const left = this.#progressAt + this.#limit - awakeTime(this.#clock);
      this.#cancelAlarm = this.#wait(left > 0 ? left : CHECK_EVERY);
      if (left <= 0) this.#onEnd();
    });
  }
}
