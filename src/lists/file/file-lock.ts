import { closeSync, openSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { isDamage } from './damage.ts';
import { isBusy } from './database.ts';

/** A job as an error names it, with the process that works on it, where that is known. */
interface NamedJob {
  readonly record: { readonly id: string; readonly name: string };
  readonly state: { readonly pid: number | undefined };
}

/**
 * Keeps other processes away from a job file, even one that can't be read. The lock is the operating
 * system's, on a file beside the job (SQLite's exclusive lock): it ends with its process, however
 * that ends, so no stale lock remains and no number of a dead process can be mistaken for a living
 * one, not even in containers, where every process has the number 1.
 *
 * @throws MailvetError `locked`, naming the other process where `job` does; `input` where the lock
 * file can't be used.
 */
export function lockFile(jobPath: string, job?: NamedJob): Disposable {
  const path = lockPath(jobPath);
  const lock = openLock(path);
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw isBusy(cause) ? lockedError(jobPath, job, cause) : unusableLock(path, cause);
  }
  return { [Symbol.dispose]: () => lock.close() };
}

/** Whether a process works on the job. */
export function isLocked(jobPath: string): boolean {
  try {
    lockFile(jobPath)[Symbol.dispose]();
    return false;
  } catch (error) {
    if (isMailvetError(error, 'locked')) return true;
    throw error;
  }
}

/** Runs `work` while no other process does the same in this directory; waits up to 10 s for its turn. */
export function withDirectoryLock<T>(directory: string, work: () => T): T {
  const path = join(directory, '.lock');
  const lock = openLock(path);
  try {
    try {
      lock.exec('PRAGMA busy_timeout = 10000; BEGIN EXCLUSIVE');
    } catch (cause) {
      throw isBusy(cause) ? cause : unusableLock(path, cause);
    }
    return work();
  } finally {
    lock.close();
  }
}

function openLock(path: string): DatabaseSync {
  createLockFile(path);
  return new DatabaseSync(path);
}

/**
 * Creates the file for its owner alone. One that is there is left to SQLite: a process that closes
 * any descriptor of a file loses all its POSIX locks on it, and this process may hold this one.
 */
function createLockFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The file that is locked in place of the job's. */
export function lockPath(jobPath: string): string {
  return `${jobPath}.lock`;
}

function lockedError(path: string, job: NamedJob | undefined, cause: unknown): MailvetError {
  const pid = job?.state.pid;
  const other = pid === undefined ? 'another process' : `process ${pid}`;
  const terminal = pid === undefined ? undefined : terminalOf(pid);
  const about = [job?.record.name, terminal && `in terminal ${terminal}`]
    .filter(Boolean)
    .join(', ');
  const name = job?.record.id ?? path;
  const message = `${name} is being worked on by ${other}${about && ` (${about})`}`;
  return new MailvetError('locked', message, {
    cause,
    hint: 'Wait until it has ended, or stop it first',
  });
}

/** `pts/3`, where the system tells which terminal a process writes to. */
function terminalOf(pid: number): string | undefined {
  try {
    return /^\/dev\/((?:pts\/|tty)\w+)$/.exec(readlinkSync(`/proc/${pid}/fd/2`))?.[1];
  } catch {
    return undefined;
  }
}

/** The file is there, but can't be locked, however long one waits. */
function unusableLock(path: string, cause: unknown): MailvetError {
  const reason = isDamage(cause) ? 'it is no lock file' : (cause as Error).message;
  return new MailvetError('input', `${path} can't be locked: ${reason}`, {
    cause,
    hint: 'Remove it, unless another mailvet is running, and try again',
  });
}
