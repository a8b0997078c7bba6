import type { Clock } from '../lib/clock.ts';
import { PageError } from './page-error.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** Tries within one window: few for one account, more for one network, where many people may sit. */
const MOST = { account: 10, address: 50 } as const;
/** Counts kept at a time: whoever makes names up must not fill the memory. */
const MOST_KEPT = 20_000;

/** Guesses of secrets, counted by account and by network address. */
export interface Attempts {
  /** Throws a 429 when there were too many. */
  count(account: string, address: string): void;
  /** The account's owner is there: its count begins anew. */
  succeeded(account: string): void;
}

export function countAttempts(clock: Pick<Clock, 'monotonic'>): Attempts {
  const windows = new Map<string, { count: number; until: number }>();

  function add(kind: keyof typeof MOST, name: string): void {
    const key = `${kind} ${name}`;
    const now = clock.monotonic();
    const known = windows.get(key);
    const window = known && known.until > now ? known : { count: 0, until: now + WINDOW_MS };
    if (window.count >= MOST[kind]) throw tooMany(window.until - now);
    window.count++;
    windows.delete(key);
    windows.set(key, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MOST_KEPT) break;
      windows.delete(oldest);
    }
  }

  return {
    count(account, address) {
      add('address', address);
      add('account', account);
    },
    succeeded: (account) => void windows.delete(`account ${account}`),
  };
}

function tooMany(waitMs: number): PageError {
  const minutes = Math.ceil(waitMs / 60_000);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new PageError(429, `Too many tries: wait ${wait} and try again`, {
    'Retry-After': String(Math.ceil(waitMs / 1000)),
  });
}
