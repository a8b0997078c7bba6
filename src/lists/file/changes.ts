import type { DatabaseSync } from 'node:sqlite';

/**
 * Changes of a job. Each commit is a sync of the disk, which costs more than the change: while a run groups
 * them, those that a kill may undo wait for the next one that it may not.
 */
export class Changes {
  /** Whether changes may wait. */
  isGrouping = false;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Durable when it returns, with all that waited. */
  now<T>(change: () => T): T {
    return this.#make(change, true);
  }

  /** Durable with the next change that is so at once, or with `commit`. */
  soon<T>(change: () => T): T {
    return this.#make(change, !this.isGrouping);
  }

  /** What waited is durable when it returns. */
  commit(): void {
    if (this.#database.isTransaction) this.now(() => {});
  }

  /** An error undoes what waited, too. */
  #make<T>(change: () => T, isLast: boolean): T {
    const database = this.#database;
    if (!database.isTransaction) database.exec('BEGIN IMMEDIATE');
    try {
      const value = change();
      if (isLast) database.exec('COMMIT');
      return value;
    } catch (error) {
      // SQLite itself ends the transaction when the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
