import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MailvetError } from '../errors.ts';
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
  const lock = openLock(lockPath(job.path));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw lockedError(job, cause);
  }
  job.pid = pid;
  return {
    [Symbol.dispose]() {
      job.pid = undefined;
      lock.close();
    },
  };
}

/** Runs `work` while no other process does the same in this directory; waits for its turn. */
export function withDirectoryLock<T>(directory: string, work: () => T): T {
  const lock = openLock(join(directory, '.lock'));
  try {
    lock.exec('PRAGMA busy_timeout = 10000; BEGIN EXCLUSIVE');
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

function lockedError(job: JobFile, cause: unknown): MailvetError {
  const other = job.pid === undefined ? 'another process' : `process ${job.pid}`;
  return new MailvetError('locked', `${job.record.id} is being worked on by ${other}`, {
    cause,
    hint: 'Wait until it has ended, or stop it first',
  });
}
