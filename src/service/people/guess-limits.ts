import { type Message, message } from '../../i18n/message.ts';
import type { Clock } from '../../lib/clock.ts';
import { sha256 } from '../../lib/sha256.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import { PeopleError } from '../service-error.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** Wrong passwords of one account from one source, or from one known device. */
const OF_PAIR = { max: 10, windowMs: WINDOW_MS };
/** Wrong passwords from one source for all accounts: many people may share a source. */
const OF_SOURCE = { max: 50, windowMs: WINDOW_MS };
/** Wrong passwords of one account a day, from all sources together. */
const OF_DAY = { max: 100, windowMs: 24 * HOUR_MS };

/** The origin of a password guess. */
export interface Guesser {
  /** The entered address in the form that is looked up, whether it is known or not. */
  readonly account: string;
  /** Network address, or the network of an IPv6 host. */
  readonly source: string;
  /** The id of a device that signed in to this account before: it has limits of its own. */
  readonly device?: string | undefined;
}

/** Wrong passwords, counted so that strangers can't close an account to its owner's devices. */
export interface GuessLimits {
  /** Throws `too_many`. */
  check(guesser: Guesser): void;
  /** Checks again and counts one, right before it is tried. Throws `too_many`. */
  count(guesser: Guesser): void;
  /** The password was right: the guess does not count, and the pair's counter is cleared. */
  succeeded(guesser: Guesser): void;
}

/** Creates the guess limits of a process. */
export function guessLimits(clock: Clock): GuessLimits {
  const pairs = new EventCounter(OF_PAIR, clock);
  const sources = new EventCounter(OF_SOURCE, clock);
  const days = new EventCounter(OF_DAY, clock);

  function countersOf({ account, source, device }: Guesser): readonly [EventCounter, string][] {
    if (device !== undefined) {
      return [
        [pairs, `device ${device}`],
        [days, `device ${device}`],
      ];
    }
    return [
      [pairs, sha256(`${account} ${source}`)],
      [sources, source],
      [days, sha256(account)],
    ];
  }

  function check(guesser: Guesser): void {
    const waits = countersOf(guesser).map(([counter, key]) => counter.waitFor(key));
    const longest = Math.max(...waits);
    if (longest > 0) throw tooMany(longest);
  }

  return {
    check,
    count(guesser) {
      check(guesser);
      for (const [counter, key] of countersOf(guesser)) counter.add(key);
    },
    succeeded(guesser) {
      for (const [counter, key] of countersOf(guesser)) {
        if (counter === pairs) counter.clear(key);
        else counter.remove(key);
      }
    },
  };
}

function tooMany(waitMs: number): PeopleError {
  return new PeopleError('too_many', waitMessage(waitMs), { retryAfterMs: waitMs });
}

function waitMessage(ms: number): Message {
  const minutes = Math.ceil(ms / MINUTE_MS);
  if (minutes === 1) return message('errorTexts.wait_a_minute');
  if (minutes <= 90) return message('errorTexts.wait_minutes', { count: minutes });
  return message('errorTexts.wait_hours', { count: Math.ceil(ms / HOUR_MS) });
}

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
  readonly #clock: Clock;
  readonly #capacity: number;
  /** Times of the events, oldest first. */
  readonly #events = new Map<string, number[]>();

  constructor(limit: CountLimit, clock: Clock, capacity = CAPACITY) {
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
