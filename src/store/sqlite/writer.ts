import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../service/store-error.ts';
import type { DatabaseFile } from './database-file.ts';
import { BUSY_WAIT_MS, whileBusy } from './while-busy.ts';

interface WriterOptions {
  /** Milliseconds that one user waits for its turn and the database's lock. */
  readonly waitMs?: number;
  /** Checked before each transaction: writes to a moved or deleted file would be lost. */
  readonly databaseFile?: Pick<DatabaseFile, 'check'>;
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
  async take(waitMs = this.#waitMs): Promise<Turn> {
    const turn = new Turn(this.file, performance.now() + waitMs);
    if (this.#lent) await this.#queue(waitMs);
    this.#lent = true;
    return turn;
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
export class Turn {
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
