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
  /** Domain and local part, one after the other. */
  #held: string[] = [];

  constructor(database: DatabaseSync) {
    this.#single = database.prepare(insertStatement(1));
    this.#many = database.prepare(insertStatement(ROWS));
  }

  add(address: string): void {
    const at = address.lastIndexOf('@');
    this.#held.push(address.slice(at + 1), address.slice(0, at));
    if (this.#held.length === 2 * ROWS) this.#insert(this.#many, this.#held.splice(0));
  }

  /** Notes what is still held back. */
  flush(): void {
    const held = this.#held.splice(0);
    for (let at = 0; at < held.length; at += 2) this.#insert(this.#single, held.slice(at, at + 2));
  }

  #insert(statement: StatementSync, parts: readonly string[]): void {
    const added = Number(statement.run(...parts).changes);
    this.distinct += added;
    this.duplicates += parts.length / 2 - added;
  }
}

function insertStatement(rows: number): string {
  return `INSERT OR IGNORE INTO address (domain, local) VALUES ${new Array(rows).fill('(?, ?)').join()}`;
}
