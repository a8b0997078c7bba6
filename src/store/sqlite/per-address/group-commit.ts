import type { StatementSync } from 'node:sqlite';
import { GroupedWrites } from '../../grouped-writes.ts';
import type { Writer } from '../writer.ts';

interface GroupCommitOptions<Item, Result> {
  /** Writes items within a transaction, synchronously; returns a result for each. */
  readonly write: (items: readonly Item[]) => readonly Result[];
  /** Called with what has been committed. */
  readonly onCommit?: (items: readonly Item[]) => void;
  /** Called after a transaction of which nothing is left. */
  readonly onRollback?: () => void;
  /** Rows that an item stands for; 1 by default. */
  readonly weight?: (item: Item) => number;
  /** Whether an item must survive a power cut once it is committed; its group then does. */
  readonly isDurable?: (item: Item) => boolean;
}

/** Rows of a transaction: some 5 ms, short enough not to delay requests that wait for this thread. */
const GROUP_ROWS = 500;

/** Commits items in groups over the writing connection. */
export class GroupCommit<Item, Result> {
  readonly #writer: Writer;
  readonly #options: GroupCommitOptions<Item, Result>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #writes: GroupedWrites<Item, Result>;

  constructor(writer: Writer, options: GroupCommitOptions<Item, Result>) {
    this.#writer = writer;
    this.#options = options;
    this.#begin = writer.file.prepare('begin immediate');
    this.#commit = writer.file.prepare('commit');
    this.#writes = new GroupedWrites({
      write: (items) => this.#commitGroup(items),
      weight: options.weight,
      groupRows: GROUP_ROWS,
    });
  }

  /** Resolves when the item is committed. */
  add(item: Item): Promise<Result> {
    return this.#writes.add(item);
  }

  async #commitGroup(items: readonly Item[]): Promise<readonly Result[]> {
    const isDurable = items.some((item) => this.#options.isDurable?.(item));
    const results = await this.#writer.run(() => this.#writeAll(items), { isDurable });
    this.#options.onCommit?.(items);
    return results;
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
      this.#options.onRollback?.();
      throw error;
    }
  }
}
