import { chmodSync, closeSync, openSync } from 'node:fs';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { isMailvetError, MailvetError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/sha256.ts';
import { inTransaction, SQLITE, sqliteCode } from '../../lib/sqlite.ts';
import { UNRELEASED_HINT, unreleasedText } from '../../lib/unreleased.ts';
import { build } from '../../lib/version.ts';

/** Waits for a lock: 5 s. */
export const BUSY_TIMEOUT = 'PRAGMA busy_timeout = 5000';

/**
 * An intent must be on the disk before its POST leaves, and stay there through kill -9 and a power
 * cut alike. Hence `synchronous = EXTRA`: with a rollback journal it syncs the directory after the
 * journal is gone, without which the last commit could roll back after a power cut; with a
 * write-ahead log (see log.ts) each commit is synced as with FULL.
 */
const PRAGMAS = `
  ${BUSY_TIMEOUT};
  PRAGMA synchronous = EXTRA;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -4000;
`;

/** A draft counts for nothing until it is whole: it needs no journal, and a sync only at its end. */
const DRAFT = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -16000;
`;

/**
 * A list as it is verified: a job of the command line, or a list that was uploaded to a service.
 *
 * job                one row: the record as JSON, and the little that changes beside batches. `round` is the
 *                    first place of what is sent now, behind 1 in a retry; `writer` is the mailvet that
 *                    created it
 * input              the list itself, so that it can be read again after stdin or the file is gone; a
 *                    service has it in a file of its own
 * address            distinct addresses in order of appearance, with an index by domain. For the pages of
 *                    a service cells that are no address stand among them, without a domain; `verdict` is
 *                    a place in VERDICTS, null while there is no result
 * block              checksums of the addresses of a job, a thousand of them each
 * portion            addresses in the order of sending, as many as a batch may have, with the place of
 *                    the first of them; a service reads the addresses themselves from their table
 * batch              one row for each intended POST: a range of places in one portion, from `first` to
 *                    `last`; `service_id` is null until its answer is known; `lost` has two bits (see
 *                    job-record.ts)
 * result             what came back for the batch that begins at place `first`, packed
 * unpackable_result  results that don't fit in 4 bytes, as JSON
 * evidence           what decided the result of an address, with its text in evidence_text (see result-store.ts)
 * provider           who runs the mail servers of a domain, for pages of a service
 * domain_outcomes    what became of the team's mail to a domain, as JSON
 * earlier            results as they were before a round of a watched list, aligned with its portions
 * same_mailbox       addresses that lead to the mailbox of an earlier one, which alone is sent
 *
 * `sum` is a row's checksum (see check.ts).
 */
const TABLES = `
  CREATE TABLE job (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    record TEXT NOT NULL,
    sum INTEGER NOT NULL,
    pid INTEGER,
    logged INTEGER NOT NULL DEFAULT 0,
    round INTEGER NOT NULL DEFAULT 1,
    listing TEXT,
    written TEXT NOT NULL DEFAULT '[]',
    delivered INTEGER NOT NULL DEFAULT 0,
    writer TEXT
  ) STRICT;
  CREATE TABLE input (ordinal INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;
  CREATE TABLE portion (
    first INTEGER PRIMARY KEY,
    ordinals BLOB NOT NULL,
    lines TEXT,
    sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE block (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT;
  CREATE TABLE batch (
    number INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    intended_at INTEGER NOT NULL,
    service_id TEXT UNIQUE,
    status TEXT NOT NULL DEFAULT 'unknown',
    processed INTEGER NOT NULL DEFAULT 0,
    collected INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    missing INTEGER NOT NULL DEFAULT 0,
    fault TEXT,
    sum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX open_batch ON batch (number) WHERE collected = 0;
  CREATE TABLE result (
    first INTEGER PRIMARY KEY,
    codes BLOB NOT NULL,
    sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE unpackable_result (
    ordinal INTEGER PRIMARY KEY,
    result TEXT NOT NULL,
    sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE evidence_text (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE evidence (
    ordinal INTEGER PRIMARY KEY,
    text INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE address (
    ordinal INTEGER PRIMARY KEY,
    domain TEXT,
    local TEXT NOT NULL,
    problem TEXT,
    rows INTEGER NOT NULL DEFAULT 1,
    suggested INTEGER NOT NULL DEFAULT 0,
    verdict INTEGER
  ) STRICT;
  CREATE INDEX address_verdict ON address (verdict) WHERE verdict IS NOT NULL;
  CREATE INDEX address_suggested ON address (ordinal) WHERE suggested = 1;
  CREATE TABLE provider (domain TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE domain_outcomes (domain TEXT PRIMARY KEY, counts TEXT NOT NULL) STRICT;
  CREATE TABLE earlier (first INTEGER PRIMARY KEY, codes BLOB NOT NULL) STRICT;
  CREATE TABLE same_mailbox (ordinal INTEGER PRIMARY KEY, first INTEGER NOT NULL) STRICT;
`;

/** Of the schema of lists. */
const LIST_VERSION = 1;
/**
 * `application_id` of a list's database: "mv" and a fingerprint of version 1 of its schema. Another one is that of a
 * build before the first release; it never changes after that.
 */
const LIST_MARK = 0x6d760000 + Number.parseInt(sha256(TABLES).slice(0, 4), 16);

const SCHEMA = `PRAGMA application_id = ${LIST_MARK}; PRAGMA user_version = ${LIST_VERSION}; ${TABLES}`;

const OWNER_ONLY = 0o600;

/** Opens the database of a list that `checkMark` has accepted. */
export function openDatabase(path: string, pragmas = PRAGMAS): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(pragmas);
  return database;
}

/** Throws as `checkMark` does, before anything of the file can change. What can't be read so is left to `openDatabase`. */
export function probeDatabase(path: string): void {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    checkMark(database, path);
  } catch (error) {
    if (isMailvetError(error)) throw error;
  }
}

/** Makes an empty draft of a list that only its owner may read. `pragmas`: its own, before anything is written. */
export function createDatabase(path: string, pragmas = ''): DatabaseSync {
  // Created before SQLite opens it: its companions take over the mode of the file.
  closeSync(openSync(path, 'wx', OWNER_ONLY));
  chmodSync(path, OWNER_ONLY);
  const database = openDatabase(path, `${pragmas}; ${DRAFT}`);
  inTransaction(database, () => database.exec(SCHEMA));
  return database;
}

/** A private database that is gone when it is closed, for inspecting a list without creating a job. */
export function temporaryDatabase(): DatabaseSync {
  const database = new DatabaseSync('');
  database.exec(SCHEMA);
  return database;
}

/** True where another process holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE.BUSY;
}

/** The files that SQLite keeps beside a database while somebody has it open, or died with it. */
export function companionPaths(path: string): string[] {
  return ['-journal', '-wal', '-shm'].map((suffix) => path + suffix);
}

export type SqlRow = Record<string, SQLOutputValue>;

/** Runs SQL on a database, each statement prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): SqlRow[] {
    return this.#statement(sql).all(...values);
  }

  first(sql: string, ...values: SQLInputValue[]): SqlRow | undefined {
    return this.#statement(sql).get(...values);
  }

  /** The first column of the first row; undefined for what is no text. */
  text(sql: string, ...values: SQLInputValue[]): string | undefined {
    const value = this.#value(sql, values);
    return typeof value === 'string' ? value : undefined;
  }

  /** The first column of the first row; 0 without one. */
  number(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#value(sql, values) ?? 0);
  }

  /** Forgets the prepared statements: the database is about to be closed. */
  clear(): void {
    this.#prepared.clear();
  }

  #value(sql: string, values: readonly SQLInputValue[]): SQLOutputValue | undefined {
    return Object.values(this.first(sql, ...values) ?? {})[0];
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * Throws where a database has another schema of lists: `config` for that of a build that was never
 * released, `input` for one of another version.
 */
export function checkMark(database: DatabaseSync, path: string): void {
  const number = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const version = number('user_version');
  const isMarked = number('application_id') === LIST_MARK;
  if (isMarked && version === LIST_VERSION) return;
  const writer = findWriter(database);
  if (!isMarked) {
    // Anything else that is no list is named by its reader.
    if (version === 0) return;
    throw new MailvetError('config', unreleasedText(path, writer), { hint: UNRELEASED_HINT });
  }
  const by = writer === undefined ? '' : ` by mailvet ${writer}`;
  throw new MailvetError(
    'input',
    `${path} can't be read as a list: it was written${by} in version ${version} of lists, and this is mailvet ${build()}, which knows ${LIST_VERSION}`,
    {
      hint: [
        'Update mailvet, or use the one that wrote it; ',
        { code: 'forget_job' },
        ' removes the job',
      ],
    },
  );
}

/** The mailvet that created it; undefined where none said so. */
function findWriter(database: DatabaseSync): string | undefined {
  try {
    const writer = database.prepare('SELECT writer FROM job').get()?.writer;
    return typeof writer === 'string' ? writer : undefined;
  } catch {
    return undefined;
  }
}
