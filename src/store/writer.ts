import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../service/store-error.ts';
import type { DatabaseFile } from './database-file.ts';
import { BUSY_WAIT_MS, whileBusy } from './while-busy.ts';

interface WriterOptions {
  /** How long one user waits for its turn and for the database's lock. */
  readonly waitMs?: number;
  /** Checked before each transaction: what is written to a file that is away is lost. */
  readonly databaseFile?: Pick<DatabaseFile, 'check'>;
}

/**
 * The connection that writes, lent to one user at a time in the order they came. Nobody waits
 * longer than `waitMs` in all: while another program holds the lock, those behind fail together
 * with the first instead of one after the other.
 */
export class Writer {
  readonly file: DatabaseSync;
  readonly #waitMs: number;
  readonly #databaseFile: WriterOptions['databaseFile'];
  readonly #waiting: WaitingUser[] = [];
  #lent = false;

  constructor(file: DatabaseSync, { waitMs = BUSY_WAIT_MS, databaseFile }: WriterOptions = {}) {
    this.file = file;
    this.#waitMs = waitMs;
    this.#databaseFile = databaseFile;
  }

  /** Resolves when it is our turn. Rejects with StoreError `busy`. */
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

  /** Ends a turn. */
  give(): void {
    endTransaction(this.file);
    const next = this.#waiting.shift();
    if (!next) {
      this.#lent = false;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }

  /** Runs one synchronous transaction, which `work` begins and ends. */
  async run<T>(work: () => T, waitMs?: number): Promise<T> {
    const turn = await this.take(waitMs);
    try {
      this.checkPlace();
      return await turn.run(work);
    } finally {
      this.give();
    }
  }

  /** Throws StoreError `away` when the file is not where it was opened. */
  checkPlace(): void {
    this.#databaseFile?.check();
  }
}

/** Where a rollback failed, a transaction of the one would go on in the turn of the next. */
function endTransaction(file: DatabaseSync): void {
  try {
    if (file.isOpen && file.isTransaction) file.exec('rollback');
  } catch {
    // SQLite ends it by itself, or says at the next statement what is wrong.
  }
}

interface WaitingUser {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/** The least time that is left for the lock, however long the wait for the turn was. */
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
