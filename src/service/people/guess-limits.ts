import { type Message, message } from '../../i18n/message.ts';
import type { Clock } from '../../lib/clock.ts';
import { EventCounter } from '../../lib/event-counter.ts';
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
export function guessLimits(clock: Pick<Clock, 'monotonic'>): GuessLimits {
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
