import type { StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from '../../../service/store-error.ts';
import type { Writer } from '../writer.ts';

interface GroupCommitOptions<Item, Result> {
  /** Writes items within a transaction, synchronously; returns a result for each. */
  readonly write: (items: readonly Item[]) => readonly Result[];
  /** Called with what has been committed. */
  readonly onCommit?: (items: readonly Item[]) => void;
  /** Rows that an item stands for; 1 by default. */
  readonly weight?: (item: Item) => number;
}

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Rows of a transaction: some 3 ms, short enough not to delay requests that wait for this thread. */
const GROUP_ROWS = 250;

/**
 * Commits items in groups: those that arrive while a group is written form the next, so that a busy
 * service needs one transaction instead of a hundred.
 */
export class GroupCommit<Item, Result> {
  readonly #writer: Writer;
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #pending: PendingItem<Item, Result>[] = [];
  #isWriting = false;

  constructor(writer: Writer, options: GroupCommitOptions<Item, Result>) {
    this.#writer = writer;
    this.#options = options;
    this.#begin = writer.file.prepare('begin immediate');
    this.#commit = writer.file.prepare('commit');
  }

  /** Resolves when the item is committed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ item, resolve, reject });
      if (!this.#isWriting) void this.#writePending();
    });
  }

  async #writePending(): Promise<void> {
    this.#isWriting = true;
    while (this.#pending.length > 0) {
      // Collects all items of this turn of the event loop.
      await nextTurn();
      await this.#settle(this.#nextGroup());
    }
    this.#isWriting = false;
  }

  #nextGroup(): readonly PendingItem<Item, Result>[] {
    const { weight = () => 1 } = this.#options;
    let rows = 0;
    const end = this.#pending.findIndex(({ item }) => {
      rows += weight(item);
      return rows >= GROUP_ROWS;
    });
    return this.#pending.splice(0, end < 0 ? this.#pending.length : end + 1);
  }

  async #settle(group: readonly PendingItem<Item, Result>[]): Promise<void> {
    const items = group.map(({ item }) => item);
    try {
      const results = await this.#writer.run(() => this.#writeAll(items));
      this.#options.onCommit?.(items);
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      // After a faulty item the others are written one by one. After a failure of the database all
      // waiting ones fail with it: they have waited long enough.
      const alone = group.length > 1 && !(error instanceof StoreError);
      if (alone) for (const each of group) await this.#settle([each]);
      else for (const { reject } of this.#failing(group, error)) reject(error);
    }
  }

  #failing(group: readonly PendingItem<Item, Result>[], error: unknown) {
    return error instanceof StoreError ? [...group, ...this.#pending.splice(0)] : group;
  }

  /** Writes all or none; synchronous, so that no other statement runs in between. */
  #writeAll(items: readonly Item[]): readonly Result[] {
    const { file } = this.#writer;
    this.#begin.run();
    try {
      const results = this.#options.write(items);
      this.#commit.run();
      return results;
    } catch (error) {
      // A full disk ends the transaction by itself.
      if (file.isTransaction) file.exec('rollback');
      throw error;
    }
  }
}
