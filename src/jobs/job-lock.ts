import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MailvetError } from '../errors.ts';
import { isDamage } from './damage.ts';
import { isBusy } from './job-database.ts';
import type { JobFile } from './job-file.ts';

/**
 * Keeps a second process away from a job. The lock is the operating system's, on a file beside the
 * job (SQLite's exclusive lock): it ends with its process, however that ends, so no stale lock
 * remains and no number of a dead process can be mistaken for a living one, not even in containers,
 * where everybody is process 1. The pid in the job is for the message alone.
 *
 * Throws `locked`, naming the other process.
 */
export function lockJob(job: JobFile, pid: number): Disposable {
  const lock = lockFile(job.path, job);
  job.pid = pid;
  return {
    [Symbol.dispose]() {
      job.pid = undefined;
      lock[Symbol.dispose]();
    },
  };
}

/** The lock alone, of a job that can't be read, too. */
export function lockFile(jobPath: string, job?: JobFile): Disposable {
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

/** Runs `work` while no other process does the same in this directory; waits for its turn. */
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
  closeSync(openSync(path, 'a', 0o600));
  return new DatabaseSync(path);
}

/** The file whose lock stands for the job's. */
export function lockPath(jobPath: string): string {
  return `${jobPath}.lock`;
}

function lockedError(path: string, job: JobFile | undefined, cause: unknown): MailvetError {
  const other = job?.pid === undefined ? 'another process' : `process ${job.pid}`;
  const name = job?.record.id ?? path;
  return new MailvetError('locked', `${name} is being worked on by ${other}`, {
    cause,
    hint: 'Wait until it has ended, or stop it first',
  });
}

/** The file is there, and no lock can be had on it, however long one waits. */
function unusableLock(path: string, cause: unknown): MailvetError {
  const reason = isDamage(cause) ? 'it is no lock file' : (cause as Error).message;
  return new MailvetError('input', `${path} can't be locked: ${reason}`, {
    cause,
    hint: 'Remove it, unless another mailvet is running, and try again',
  });
}
