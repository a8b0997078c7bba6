import { lockFile } from '../file/file-lock.ts';
import type { JobFile } from '../file/job-file.ts';

/**
 * Keeps a second process away from a job (see file-lock.ts), and notes this process in it: the pid
 * is for the message of another one alone.
 *
 * @throws MailvetError `locked`, naming the other process.
 */
export function lockJob(job: JobFile, pid: number): Disposable {
  const lock = lockFile(job.path, job);
  job.state.pid = pid;
  return {
    [Symbol.dispose]() {
      try {
        job.state.pid = undefined;
      } catch {
        // A full disk, say. The lock counts, not the pid.
      }
      lock[Symbol.dispose]();
    },
  };
}
