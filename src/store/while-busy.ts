import { setTimeout as delay } from 'node:timers/promises';
import { asStoreError, storeErrorKind } from './sqlite-error.ts';

const LONGEST_PAUSE_MS = 25;
/** A transaction takes milliseconds: who waits longer than this waits for a program that stands. */
export const BUSY_WAIT_MS = 5000;

/**
 * Repeats what finds the database locked, for `waitMs` at most. The wait is ours and not SQLite's,
 * because that one blocks the whole process: requests would stand still, and where the lock is held
 * by another connection of this very process it would never be given back.
 *
 * Rejects with a StoreError where the database is the reason.
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
