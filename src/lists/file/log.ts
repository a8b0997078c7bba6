import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { BUSY_TIMEOUT, isBusy } from './database.ts';
import { lockFile } from './file-lock.ts';

/**
 * Writes to a write-ahead log until the disposal: a commit is one sync then, in place of a rollback
 * journal's four, and as safe. Another reader (`jobs list`) can prevent either change of the journal:
 * that is no error, and the next run tries again. After a kill, the next process to open it recovers it.
 *
 * `logged` is in the database itself before anything that matters is in the log alone: by that a
 * lost log is noticed (see lacksLog).
 */
export function withLog(database: DatabaseSync): Disposable {
  // A killed run may have left it: with a header that asks for a log not yet made, it would say that
  // one was lost.
  if (!isLogged(database) && expectsLog(database)) database.exec(FORGET_LOG);
  setJournal(database, 'WAL');
  if (isLogged(database)) database.exec('UPDATE job SET logged = 1; PRAGMA wal_checkpoint');
  return {
    [Symbol.dispose]() {
      try {
        endLog(database);
      } catch {
        // A full disk, for example: closing the job tries again.
      }
    },
  };
}

/**
 * Returns to a single file. Only for the process that works on the job: SQLite removes the log before
 * it rewrites the header, and `logged` must not be left behind by a kill between the two.
 */
function endLog(database: DatabaseSync): void {
  if (isLogged(database)) database.exec(FORGET_LOG);
  setJournal(database, 'DELETE');
}

/**
 * Returns to a single file when the job is closed: the log of a run that was killed ends with the last
 * who closes the job, and no header may ask for it then. A process that works on the job holds its
 * lock, and ends the log itself. `path`: that of the job.
 *
 * False where the disk is full, say: `forgetRemovedLog` is called behind the close then.
 */
export function leaveLog(database: DatabaseSync, path: string): boolean {
  try {
    if (!isLogged(database)) return true;
    using _ = lockFile(path);
    endLog(database);
    return true;
  } catch (error) {
    // Somebody works on it, and ends the log later; or the file is damaged, which its reader has reported.
    return isMailvetError(error) || !isAskedFor(database);
  }
}

/**
 * Has the header of a closed job ask for no log that is not there: who closes a database as the last one
 * writes the log into it and removes it, also where the disk has no room to say so. Two bytes in place need none.
 */
export function forgetRemovedLog(path: string): void {
  if (!lacksLog(path)) return;
  const file = openSync(path, 'r+');
  try {
    writeSync(file, new Uint8Array([JOURNAL_FORMAT, JOURNAL_FORMAT]), 0, 2, LOG_FORMAT_AT);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whether the header asks for the log behind its removal, too. */
function isAskedFor(database: DatabaseSync): boolean {
  try {
    return isLogged(database) && expectsLog(database);
  } catch {
    return false;
  }
}

const FORGET_LOG = 'UPDATE job SET logged = 0';

/** True where a log that is not there counts as lost. */
export function expectsLog(database: DatabaseSync): boolean {
  return database.prepare('SELECT logged FROM job').get()?.logged === 1;
}

/** True while the database is written through a log. */
function isLogged(database: DatabaseSync): boolean {
  return Object.values(database.prepare('PRAGMA journal_mode').get() ?? {})[0] === 'wal';
}

function setJournal(database: DatabaseSync, mode: 'WAL' | 'DELETE'): void {
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA journal_mode = ${mode}`);
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.exec(BUSY_TIMEOUT);
  }
}

/** Bytes 18 and 19 of a database's header: 2 while it is written through a log, else 1. */
const LOG_FORMAT_AT = 18;
const LOG_FORMAT = 2;
const JOURNAL_FORMAT = 1;

/**
 * True when the file says that it is written through a log, and the log is not there. To be asked
 * before the database is opened, which makes a new one.
 *
 * While this process writes through a log, the file is not read here: a process that closes any
 * descriptor of a file loses all its POSIX locks on it, and without SQLite's another process could
 * end the log.
 */
export function lacksLog(path: string): boolean {
  const hasLog = () => existsSync(`${path}-wal`);
  // Looked for again behind the header: another process may have begun its log meanwhile.
  return !hasLog() && asksForLog(path) && !hasLog();
}

function asksForLog(path: string): boolean {
  const header = new Uint8Array(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[LOG_FORMAT_AT] === LOG_FORMAT;
}

/** The error for a job whose write-ahead log is missing. `path`: that of the job. */
export function lostLog(path: string): MailvetError {
  return new MailvetError('input', `${path} has lost its log, ${path}-wal`, {
    hint: [
      'What was sent last is not known, so nothing is sent from it. Put the log back; or see what' +
        ' the service has with ',
      { code: 'list_batches' },
      ', and remove the job with ',
      { code: 'forget_job' },
    ],
  });
}
