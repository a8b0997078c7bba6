import { setTimeout as delay } from 'node:timers/promises';
import { isSqliteError } from './opening-error.ts';

/** Primary result code SQLITE_BUSY (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const LONGEST_WAIT_MS = 25;
/** With the waits between them some ten seconds; a transaction takes milliseconds. */
const MOST_ATTEMPTS = 400;

/**
 * Repeats what finds the database locked. The wait is ours and not SQLite's, because that one blocks
 * the whole process: requests would stand still, and where the lock is held by another connection
 * of this very process it would never be given back.
 */
export function whileBusy<T>(attempt: () => T): Promise<T> {
  try {
    return Promise.resolve(attempt());
  } catch (error) {
    return again(attempt, error);
  }
}

async function again<T>(attempt: () => T, first: unknown): Promise<T> {
  let failure = first;
  for (let tried = 1; tried < MOST_ATTEMPTS && isSqliteError(failure, SQLITE_BUSY); tried++) {
    await delay(Math.min(tried, LONGEST_WAIT_MS));
    try {
      return attempt();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
