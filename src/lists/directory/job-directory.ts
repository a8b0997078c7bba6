import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { MailvetError } from '../../lib/errors.ts';
import { makeDirectory } from '../../lib/new-files.ts';
import { cancellationPaths } from '../file/cancellation.ts';
import { damageError, isDamage } from '../file/damage.ts';
import { companionPaths } from '../file/database.ts';
import { isLocked, lockFile, lockPath } from '../file/file-lock.ts';
import { JobFile } from '../file/job-file.ts';
import type { JobBatch, JobRecord, WrittenFile } from '../file/job-record.ts';
import { type DraftLocation, isAbandonedDraft, jobPath } from './job-draft.ts';

/** A job at a glance. */
export interface JobSummary {
  readonly record: JobRecord;
  /**
   * `waiting`: something is left to send. `running`: all is sent, not all has come back.
   * `collected`: all is here, and was not written yet. `finished`: written.
   */
  readonly state: 'waiting' | 'running' | 'collected' | 'finished';
  /** A process works on it now. */
  readonly isWorkedOn: boolean;
  /** What is left of it is not sent, unless it is resumed. */
  readonly isCancelled: boolean;
  /** Batches were cancelled, and left addresses without a result that nothing verified since. */
  readonly isCutShort: boolean;
  /** The mailvet that created the job; undefined where it is not known. */
  readonly writer: string | undefined;
  /** Addresses of the list in batches. */
  readonly sent: number;
  /** Addresses that no batch has taken up, of a retry also. */
  readonly unsent: number;
  /** Of the list as it was submitted. */
  readonly batchIds: readonly string[];
  /** Of retries. */
  readonly retryIds: readonly string[];
  /** The results files that it wrote. */
  readonly written: readonly WrittenFile[];
}

const ID = /^job_[a-z0-9]+$/;

/** Whether a text has the form of a job id (`job_…`); the job need not exist. */
export function isJobId(text: string): boolean {
  return ID.test(text);
}

/** A place for a new job in the directory, which is made if need be, for its owner alone. */
export function createDraftLocation(
  directory: string,
  { now, random, pid }: { now: number; random: () => number; pid: number },
): DraftLocation {
  makeDirectory(directory, 0o700);
  chmodSync(directory, 0o700);
  sweepDrafts(directory, pid);
  const tail = Math.floor(random() * 36 ** 5)
    .toString(36)
    .padStart(5, '0');
  return { directory, pid, id: `job_${now.toString(36)}${tail}` };
}

/** Opens a job by its id. Throws `input` if it does not exist. */
export function openJob(directory: string, id: string): JobFile {
  return JobFile.open(existingPath(directory, id));
}

function existingPath(directory: string, id: string): string {
  const path = jobPath({ directory, id });
  if (isJobId(id) && existsSync(path)) return path;
  throw new MailvetError('input', `there is no job ${id} on this machine`, {
    hint: [{ code: 'find_jobs' }],
  });
}

/** Summaries of all jobs, newest first. Those that can't be read are handed to `onUnreadable`. */
export function listJobs(
  directory: string,
  onUnreadable: (job: UnreadableJob) => void = () => {},
): JobSummary[] {
  return jobIds(directory)
    .flatMap((id) => {
      try {
        using job = openJob(directory, id);
        return [summarise(job)];
      } catch (error) {
        const path = jobPath({ directory, id });
        onUnreadable(readUnreadable(id, path, toDamageError(error, path)));
        return [];
      }
    })
    .sort((a, b) => b.record.createdAt - a.record.createdAt);
}

/** A job at a glance. Throws `input` if it does not exist. */
export function readJobSummary(directory: string, id: string): JobSummary {
  using job = openJob(directory, id);
  return summarise(job);
}

/** An error of ours, or a damaged file; throws what is neither. */
function toDamageError(error: unknown, path: string): MailvetError {
  if (error instanceof MailvetError) return error;
  if (isDamage(error)) return damageError(path, (error as Error).message, error);
  throw error;
}

function summarise(job: JobFile): JobSummary {
  const batches = job.batches();
  const submitted = job.submitted();
  const idsOf = (some: readonly JobBatch[]) => some.flatMap(({ serviceId }) => serviceId ?? []);
  return {
    record: job.record,
    state: deriveState(job, batches),
    // Without a number no process holds it: it is noted with the lock.
    isWorkedOn: job.state.pid !== undefined && isLocked(job.path),
    isCancelled: job.cancellation.at !== undefined,
    isCutShort: batches.some(({ status, missing }) => status === 'cancelled' && missing > 0),
    writer: job.state.writer,
    sent: submitted.at(-1)?.last ?? 0,
    unsent: job.countUnsent(),
    batchIds: idsOf(submitted),
    retryIds: idsOf(batches.slice(submitted.length)),
    written: job.state.written,
  };
}

/** Whether everything that was sent has come back. */
export function hasEnded({ state }: Pick<JobSummary, 'state'>): boolean {
  return state === 'collected' || state === 'finished';
}

function deriveState(job: JobFile, batches: readonly JobBatch[]): JobSummary['state'] {
  const unsent = job.nextRange(1) !== undefined || batches.some((batch) => !batch.serviceId);
  if (unsent) return 'waiting';
  if (batches.some((batch) => !batch.collected)) return 'running';
  return job.state.isDelivered ? 'finished' : 'collected';
}

/** Erases a job with all that it holds, even a damaged one. Throws `locked` while a process works on it. */
export function forgetJob(directory: string, id: string, pid: number): void {
  const path = existingPath(directory, id);
  if (isJobFile(path)) {
    using job = JobFile.open(path);
    using _ = lockJob(job, pid);
  } else {
    lockFile(path)[Symbol.dispose]();
  }
  for (const file of filesOf(path)) rmSync(file, { force: true });
}

function filesOf(path: string): string[] {
  return [path, ...companionPaths(path), ...cancellationPaths(path), lockPath(path)];
}

function isJobFile(path: string): boolean {
  try {
    JobFile.open(path).close();
    return true;
  } catch (error) {
    if (error instanceof MailvetError) return false;
    throw error;
  }
}

/** Batches of any job here that belong to this service: none of them may be taken for another's. */
export function knownBatchIds(directory: string, service: string): Set<string> {
  const unreadable: UnreadableJob[] = [];
  const jobs = listJobs(directory, (job) => unreadable.push(job));
  const own = jobs.filter((job) => job.record.service === service);
  const ids = own.flatMap(({ batchIds, retryIds }) => [...batchIds, ...retryIds]);
  return new Set([...ids, ...unreadable.flatMap(({ batchIds }) => batchIds)]);
}

/** The ids of all jobs in the directory, readable or not. */
export function jobIds(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => name.slice(0, -'.sqlite'.length))
    .filter(isJobId);
}

/** Removes what killed processes left behind while they read a list. */
function sweepDrafts(directory: string, self: number): void {
  for (const name of readdirSync(directory)) {
    if (isAbandonedDraft(name, self)) rmSync(join(directory, name), { force: true });
  }
}

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

/** A job that can't be opened, with what can be read of its file. */
export interface UnreadableJob {
  readonly id: string;
  readonly path: string;
  /** Why it can't be opened. */
  readonly error: MailvetError;
  /** What of its record is known. */
  readonly record: Partial<Pick<JobRecord, 'name' | 'service' | 'createdAt'>>;
  readonly batchIds: readonly string[];
  /** SHA-256 of the list's bytes, in hex, where all of them can be read. */
  readonly contentHash: string | undefined;
}

/** Reads what can be read, whatever the version of the file, and changes nothing. */
function readUnreadable(id: string, path: string, error: MailvetError): UnreadableJob {
  const nothing = { id, path, error, record: {}, batchIds: [], contentHash: undefined };
  try {
    // As it is: no log is looked for, none is made, and nothing is locked.
    using database = new DatabaseSync(new URL(`${pathToFileURL(path)}?immutable=1`), {
      readOnly: true,
    });
    return {
      ...nothing,
      record: attempt(() => readRecord(database)) ?? {},
      batchIds: attempt(() => readBatchIds(database)) ?? [],
      contentHash: attempt(() => hashInput(database)),
    };
  } catch {
    return nothing;
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readRecord(database: DatabaseSync): UnreadableJob['record'] {
  const { record } = database.prepare('SELECT record FROM job').get() ?? {};
  const { name, service, createdAt }: Partial<Record<string, unknown>> = JSON.parse(String(record));
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof service === 'string' && { service }),
    ...(typeof createdAt === 'number' && { createdAt }),
  };
}

function readBatchIds(database: DatabaseSync): readonly string[] {
  const rows = database.prepare('SELECT service_id FROM batch ORDER BY number').all();
  return rows.flatMap(({ service_id: id }) => (typeof id === 'string' ? [id] : []));
}

function hashInput(database: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const { bytes } of database.prepare('SELECT bytes FROM input ORDER BY ordinal').iterate()) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('input without bytes');
    hash.update(bytes);
  }
  return hash.digest('hex');
}
