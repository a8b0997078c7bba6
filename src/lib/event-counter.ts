import type { Clock } from './clock.ts';

interface CountLimit {
  /** Events of one key within the window. */
  readonly max: number;
  readonly windowMs: number;
}

/** Keys held at a time: made-up ones must not fill the memory. */
const CAPACITY = 20_000;

/**
 * Counts events by key in a window that slides, exactly. When there are too many keys, the one with
 * the fewest events goes first, so that a key at its limit is not displaced by many with one event.
 */
export class EventCounter {
  readonly #limit: CountLimit;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #capacity: number;
  /** Times of the events, oldest first. */
  readonly #events = new Map<string, number[]>();

  constructor(limit: CountLimit, clock: Pick<Clock, 'monotonic'>, capacity = CAPACITY) {
    this.#limit = limit;
    this.#clock = clock;
    this.#capacity = capacity;
  }

  /** Milliseconds until the key may have one more event; 0 when it may now. */
  waitFor(key: string): number {
    const events = this.#current(key);
    const { max, windowMs } = this.#limit;
    const last = events[events.length - max];
    return last === undefined ? 0 : last + windowMs - this.#clock.monotonic();
  }

  add(key: string): void {
    const events = [...this.#current(key), this.#clock.monotonic()];
    this.#events.delete(key);
    this.#events.set(key, events);
    if (this.#events.size > this.#capacity) this.#evict(key);
  }

  /** Removes the latest event. */
  remove(key: string): void {
    const events = this.#events.get(key);
    if (!events || events.length <= 1) this.#events.delete(key);
    else events.pop();
  }

  clear(key: string): void {
    this.#events.delete(key);
  }

  #current(key: string): readonly number[] {
    const since = this.#clock.monotonic() - this.#limit.windowMs;
    return (this.#events.get(key) ?? []).filter((at) => at > since);
  }

  #evict(latest: string): void {
    const since = this.#clock.monotonic() - this.#limit.windowMs;
    let fewest: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [key, events] of this.#events) {
      const count = (events.at(-1) ?? 0) > since ? events.length : 0;
      if (key === latest || count >= least) continue;
      [fewest, least] = [key, count];
      if (count === 0) break;
    }
    if (fewest !== undefined) this.#events.delete(fewest);
  }
}
