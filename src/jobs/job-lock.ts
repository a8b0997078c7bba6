import { closeSync, openSync } from 'node:fs';
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
  closeSync(openSync(lockPath(job.path), 'a', 0o600));
  const lock = new DatabaseSync(lockPath(job.path));
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
