import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Rows to a statement: one apiece costs twice as much, far more than this costs more again. */
const ROWS = 50;

/** Notes addresses in their order, those that are there already left out, many to a statement. */
export class AddressInserter {
  /** Addresses that were new. Up to date after `flush`. */
  distinct = 0;
  /** Addresses that were there already. Up to date after `flush`. */
  duplicates = 0;
  readonly #single: StatementSync;
  readonly #many: StatementSync;
  #held: string[] = [];

  constructor(database: DatabaseSync) {
    this.#single = database.prepare(insertOf(1));
    this.#many = database.prepare(insertOf(ROWS));
  }

  add(address: string): void {
    this.#held.push(address);
    if (this.#held.length === ROWS) this.#insert(this.#many, this.#held.splice(0));
  }

  /** Notes what is still held back. */
  flush(): void {
    for (const address of this.#held.splice(0)) this.#insert(this.#single, [address]);
  }

  #insert(statement: StatementSync, addresses: readonly string[]): void {
    const added = Number(statement.run(...addresses).changes);
    this.distinct += added;
    this.duplicates += addresses.length - added;
  }
}

function insertOf(rows: number): string {
  return `INSERT OR IGNORE INTO address (address) VALUES ${new Array(rows).fill('(?)').join()}`;
}
