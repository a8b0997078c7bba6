import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { encodeResult } from '../../../result/codec.ts';
import type { Result } from '../../../result/result.ts';
import { type ResultColumns, ResultNumbers, textFor } from '../../results/result-rows.ts';

/** A result in its rows. */
export interface StoredResult {
  /** For rows of the address that it was found for. */
  readonly columns: ResultColumns;
  /** For a row that has the address as somebody wrote it. */
  columnsOf(email: string): ResultColumns;
}

/** Stores results, each text once. */
export class ResultRows {
  readonly #numbers = new ResultNumbers();
  readonly #insert: StatementSync;

  constructor(file: DatabaseSync) {
    this.#insert = file.prepare('insert into results (text, created_at) values (?, ?)');
  }

  /** In a transaction; `address` as the cache has it. */
  place(result: Result, address: string, now: number): StoredResult {
    const { text, isMarked } = encodeResult(result, address);
    const { decided, checkedAt } = result;
    const columns = { decided, resultId: this.#numberOf(text, now), checkedAt };
    if (!isMarked) return { columns, columnsOf: () => columns };
    return {
      columns,
      columnsOf: (email) =>
        email === address
          ? columns
          : { ...columns, resultId: this.#numberOf(textFor(result), now) },
    };
  }

  /** After the transaction was rolled back. */
  forget(): void {
    this.#numbers.clear();
  }

  #numberOf(text: string, now: number): number {
    const known = this.#numbers.find(text, now);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(text, now).lastInsertRowid);
    this.#numbers.keep(text, id, now);
    return id;
  }
}
