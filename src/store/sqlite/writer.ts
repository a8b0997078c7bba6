import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '../../lib/sqlite.ts';
import { StoreError } from '../../service/store-error.ts';
import { sharedProbe } from '../remembered.ts';
import { asStoreError, storeErrorKind } from './sqlite-errors.ts';

interface WriterOptions {
  /** Milliseconds that one user waits for its turn and the database's lock. */
  readonly waitMs?: number;
  /** Checked before each transaction: writes to a moved or deleted file would be lost. */
  readonly databaseFile?: DatabaseFile;
}

/**
 * The writing connection, lent to one user at a time in the order of their calls. No user waits longer
 * than `waitMs` in all: while another program holds the lock, waiting users fail together with the
 * first instead of one after the other.
 */
export class Writer {
  readonly file: DatabaseSync;
  readonly #waitMs: number;
  readonly #databaseFile: WriterOptions['databaseFile'];
  readonly #waiting: WaitingUser[] = [];
  #lent = false;
  #isDurable = false;

  constructor(file: DatabaseSync, { waitMs = BUSY_WAIT_MS, databaseFile }: WriterOptions = {}) {
    this.file = file;
    this.#waitMs = waitMs;
    this.#databaseFile = databaseFile;
  }

  /** Resolves when the caller's turn has come. Rejects with StoreError `busy`. */
  async take(waitMs = this.#waitMs): Promise<WriterTurn> {
    const turn = new WriterTurn(this.file, performance.now() + waitMs);
    if (this.#lent) await this.#queue(waitMs);
    this.#lent = true;
    return turn;
  }

  /** Whether somebody waits for a turn. */
  get isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  #queue(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingUser = { enter: resolve, timer: setTimeout(() => giveUp(), waitMs) };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new StoreError('busy', 'the database was not free in time'));
      };
      this.#waiting.push(waiting);
    });
  }

  /**
   * The commits of the present turn survive a power cut: SQLite syncs its log with each. Called before
   * a transaction. Not by a prepared statement: this pragma acts when it is prepared.
   */
  makeDurable(): void {
    this.file.exec('PRAGMA synchronous = FULL');
    this.#isDurable = true;
  }

  /** Ends a turn. */
  give(): void {
    endTransaction(this.file);
    this.#endDurability();
    const next = this.#waiting.shift();
    if (!next) {
      this.#lent = false;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }

  #endDurability(): void {
    if (!this.#isDurable || !this.file.isOpen) return;
    this.file.exec('PRAGMA synchronous = NORMAL');
    this.#isDurable = false;
  }

  /** Runs one synchronous transaction, which `work` begins and ends. */
  async run<T>(work: () => T, { waitMs, isDurable = false }: RunOptions = {}): Promise<T> {
    const turn = await this.take(waitMs);
    try {
      this.checkFile();
      return await turn.run(() => {
        if (isDurable) this.makeDurable();
        return work();
      });
    } finally {
      this.give();
    }
  }

  /** Throws StoreError `away` when the file was moved, deleted or replaced. */
  checkFile(): void {
    this.#databaseFile?.check();
  }
}

interface RunOptions {
  /** Default: the writer's. */
  readonly waitMs?: number;
  /** Whether the commit must survive a power cut, not only a kill of the process. */
  readonly isDurable?: boolean;
}

/** Without this, a transaction whose rollback failed would continue in the next user's turn. */
function endTransaction(file: DatabaseSync): void {
  try {
    if (file.isOpen && file.isTransaction) file.exec('rollback');
  } catch {
    // SQLite ends the transaction by itself, or the next statement reports the error.
  }
}

interface WaitingUser {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The least time for the lock, however long the wait for the turn was. */
const MIN_WAIT_MS = 100;

/** One user's turn at the connection. */
export class WriterTurn {
  readonly file: DatabaseSync;
  readonly #until: number;

  constructor(file: DatabaseSync, until: number) {
    this.file = file;
    this.#until = until;
  }

  run<T>(work: () => T): Promise<T> {
    return whileBusy(work, () => Math.max(MIN_WAIT_MS, this.#until - performance.now()));
  }
}

const LONGEST_PAUSE_MS = 25;
/** A transaction takes milliseconds: a longer wait means that another program holds the lock. */
export const BUSY_WAIT_MS = 5000;

/**
 * Retries a statement that finds the database locked, for `waitMs` at most. Waiting here and not in
 * SQLite, whose wait blocks the whole process: requests would stop, and a lock held by another
 * connection of this process would never be released.
 *
 * Rejects with a StoreError where the database is the cause.
 */
export async function whileBusy<T>(attempt: () => T, waitMs = () => BUSY_WAIT_MS): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (storeErrorKind(error) !== 'busy') throw asStoreError(error);
    return again(attempt, { error, until: performance.now() + waitMs() });
  }
}

interface BusyWait {
  readonly error: unknown;
  readonly until: number;
}

async function again<T>(attempt: () => T, { error, until }: BusyWait): Promise<T> {
  let failure = error;
  for (let pause = 1; performance.now() < until && storeErrorKind(failure) === 'busy'; pause++) {
    await delay(Math.min(pause, LONGEST_PAUSE_MS));
    try {
      return attempt();
    } catch (next) {
      failure = next;
    }
  }
  throw asStoreError(failure);
}

/** The identity of a database file at the time it was opened. */
interface DatabaseFile {
  readonly path: string;
  /** Throws StoreError `away` when the file was moved, deleted or replaced since. */
  check(): void;
}

/** Detects a deleted file: SQLite in WAL mode keeps writing to it, and the data would be lost. */
export function databaseFile(path: string): DatabaseFile {
  const opened = readIdentity(path);
  return {
    path,
    check() {
      if (readIdentity(path) !== opened) {
        throw new StoreError('away', `the database file ${path} was moved, deleted or replaced`);
      }
    },
  };
}

function readIdentity(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;

/**
 * Writes one page to detect a lock, a full disk or an unwritable file. Concurrent probes share one
 * write. Rejects with StoreError.
 */
export function probe(writer: Writer): () => Promise<void> {
  const write = sharedProbe(() => writer.run(() => writeNothing(writer.file), { waitMs: WAIT_MS }));
  return async () => {
    writer.checkFile();
    await write();
  };
}

/** Writes the unchanged version: SQLite writes the page nevertheless. */
function writeNothing(file: DatabaseSync): void {
  inTransaction(file, () => {
    const row = file.prepare('PRAGMA user_version').get();
    file.exec(`PRAGMA user_version = ${Number(row?.user_version)}`);
  });
}
