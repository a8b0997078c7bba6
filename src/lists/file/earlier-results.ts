import type { DatabaseSync } from 'node:sqlite';
import { readCodes } from './packed-results.ts';
import { toBytes } from './portions.ts';

/** What results were before a round: codes that say all, aligned with the portion that begins at a place. */
export class EarlierResults {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  put(first: number, codes: Uint32Array): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO earlier (first, codes) VALUES (?, ?)')
      .run(first, toBytes(codes));
  }

  /** Empty where nothing is kept. */
  codes(first: number): Uint32Array {
    const row = this.#database.prepare('SELECT codes FROM earlier WHERE first = ?').get(first);
    return readCodes(row?.codes instanceof Uint8Array ? row.codes : new Uint8Array());
  }

  /** The first codes of a portion stay with it; the others belong to the next one. */
  split(first: number, size: number): void {
    const codes = this.codes(first);
    if (codes.length <= size) return;
    this.put(first, codes.subarray(0, size));
    this.put(first + size, codes.subarray(size));
  }

  erase(first: number, at: number): void {
    const codes = this.codes(first);
    if (codes.length <= at) return;
    codes[at] = 0;
    this.put(first, codes);
  }
}
