import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from '../service/store-error.ts';

interface GroupedWritesOptions<Item, Result> {
  /** Writes the items, or the first of them, or none; returns a result for each that is written. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Rows that an item stands for; 1 by default. */
  readonly weight?: ((item: Item) => number) | undefined;
  /** Rows of a transaction. */
  readonly groupRows: number;
}

interface PendingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes items in groups: those that arrive while a group is written form the next, so that a busy
 * service needs one transaction instead of a hundred.
 */
export class GroupedWrites<Item, Result> {
  readonly #options: GroupedWritesOptions<Item, Result>;
  readonly #pending: PendingItem<Item, Result>[] = [];
  #isWriting = false;

  constructor(options: GroupedWritesOptions<Item, Result>) {
    this.#options = options;
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
    const { weight = () => 1, groupRows } = this.#options;
    let rows = 0;
    const end = this.#pending.findIndex(({ item }) => {
      rows += weight(item);
      return rows >= groupRows;
    });
    return this.#pending.splice(0, end < 0 ? this.#pending.length : end + 1);
  }

  async #settle(group: readonly PendingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.write(group.map(({ item }) => item));
      group.slice(0, results.length).forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
      this.#pending.unshift(...group.slice(results.length));
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
}
