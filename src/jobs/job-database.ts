import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * A rollback journal with `synchronous = EXTRA`, not WAL: an intent must be on the disk before its
 * POST leaves, and stay there through kill -9 and a power cut alike. EXTRA syncs the directory after
 * the journal is gone, without which the last commit could roll back after a power cut. A job writes
 * a few transactions for each thousand addresses, so the speed of WAL would buy nothing, while its
 * two companion files would have to be kept private, copied and erased along with the job.
 */
const PRAGMAS = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = DELETE;
  PRAGMA synchronous = EXTRA;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -16000;
`;

/**
 * job      one row: the record as JSON, and the little that changes beside batches
 * input    the list itself, so that it can be read again after stdin or the file is gone
 * address  distinct addresses in order of appearance; `result` is JSON once something came back
 * batch    one row an intended POST; `service_id` is null until its answer is known
 */
const SCHEMA = `
  PRAGMA user_version = 1;
  CREATE TABLE job (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    record TEXT NOT NULL,
    pid INTEGER,
    listing TEXT,
    written TEXT NOT NULL DEFAULT '[]',
    delivered INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE input (ordinal INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE address (
    ordinal INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    result TEXT
  ) STRICT;
  CREATE TABLE batch (
    number INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    intended_at INTEGER NOT NULL,
    service_id TEXT UNIQUE,
    status TEXT NOT NULL DEFAULT 'unknown',
    processed INTEGER NOT NULL DEFAULT 0,
    collected INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`;

const OWNER_ONLY = 0o600;

/** Opens a job's database; the file must exist. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(PRAGMAS);
  return database;
}

/** Makes an empty job database that only its owner may read. */
export function createDatabase(path: string): DatabaseSync {
  // Created before SQLite opens it: its journal takes over the mode of the file.
  closeSync(openSync(path, 'wx', OWNER_ONLY));
  chmodSync(path, OWNER_ONLY);
  const database = openDatabase(path);
  database.exec(SCHEMA);
  return database;
}

/** A private database that is gone when it is closed: for looking at a list without leaving a trace. */
export function temporaryDatabase(): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(SCHEMA);
  return database;
}

/** Runs `work` in one transaction; what it did is on the disk when this returns. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
