import { setTimeout as delay } from 'node:timers/promises';
import { asStoreError, storeErrorKind } from './sqlite-error.ts';

const LONGEST_PAUSE_MS = 25;
/** A transaction takes milliseconds: a longer wait means that another program holds the lock. */
export const BUSY_WAIT_MS = 5000;

/**
 * Retries a statement that finds the database locked, for `waitMs` at most. Waiting here and not in
 * SQLite, whose wait blocks the whole process: requests would stop, and a lock held by another
 * connection of this process would never be released.
 *
 * Rejects with a StoreError where the database is the cause.
 */
export async function whileBusy<T>(attempt: () => T, waitMs = () => BUSY_WAIT_MS): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (storeErrorKind(error) !== 'busy') throw asStoreError(error);
    return again(attempt, { error, until: performance.now() + waitMs() });
  }
}

interface BusyWait {
  readonly error: unknown;
  readonly until: number;
}

async function again<T>(attempt: () => T, { error, until }: BusyWait): Promise<T> {
  let failure = error;
  for (let pause = 1; performance.now() < until && storeErrorKind(failure) === 'busy'; pause++) {
    await delay(Math.min(pause, LONGEST_PAUSE_MS));
    try {
      return attempt();
    } catch (next) {
      failure = next;
    }
  }
  throw asStoreError(failure);
}
