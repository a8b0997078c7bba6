import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Rows to a statement: one apiece costs twice as much, far more than this costs more again. */
const ROWS = 50;

/**
 * Notes addresses in their order, many to a statement. Of one that is there already `counted` adds a
 * row to it, for pages that show how many there are.
 */
export class AddressInserter {
  /** Addresses that were new. Up to date after `flush`. */
  distinct = 0;
  /** Addresses that were there already. Up to date after `flush`. */
  duplicates = 0;
  readonly #count: StatementSync;
  readonly #single: StatementSync;
  readonly #many: StatementSync;
  readonly #columns: number;
  /** Domain and local part, one after the other; where rows are counted, with `suggested`. */
  #held: SQLInputValue[] = [];
  #added = 0;

  constructor(database: DatabaseSync, counted = false) {
    this.#columns = counted ? 3 : 2;
    const insert = counted ? insertCounted : insertPlain;
    this.#count = database.prepare(
      'SELECT count(*) AS count FROM address WHERE domain IS NOT NULL',
    );
    this.#single = database.prepare(insert(1));
    this.#many = database.prepare(insert(ROWS));
  }

  /** `isSuggested`: another spelling is likely to be meant. */
  add(address: string, isSuggested = false): void {
    const at = address.lastIndexOf('@');
    this.#added += 1;
    this.#held.push(address.slice(at + 1), address.slice(0, at));
    if (this.#columns === 3) this.#held.push(isSuggested ? 1 : 0);
    if (this.#held.length === this.#columns * ROWS) this.#many.run(...this.#held.splice(0));
  }

  /** Notes what is still held back. */
  write(): void {
    const held = this.#held.splice(0);
    for (let at = 0; at < held.length; at += this.#columns) {
      this.#single.run(...held.slice(at, at + this.#columns));
    }
  }

  flush(): void {
    this.write();
    this.distinct = Number(this.#count.get()?.count);
    this.duplicates = this.#added - this.distinct;
  }
}

function insertPlain(rows: number): string {
  return `INSERT OR IGNORE INTO address (domain, local) VALUES ${valuesOf(rows, '(?, ?)')}`;
}

function insertCounted(rows: number): string {
  return `INSERT INTO address (domain, local, suggested) VALUES ${valuesOf(rows, '(?, ?, ?)')}
    ON CONFLICT (domain, local) DO UPDATE SET rows = rows + 1`;
}

function valuesOf(rows: number, values: string): string {
  return new Array(rows).fill(values).join();
}
