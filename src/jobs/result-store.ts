import type { SQLOutputValue } from 'node:sqlite';
import type { RowResult } from '../lists/write/outcome.ts';
import type { SentAddresses } from './address-reader.ts';
import { checksum } from './job-check.ts';
import { packResults, readCodes, unpackResult } from './packed-results.ts';
import type { Statements } from './statements.ts';

/** The results in a job's database: a row of codes for each batch, and one for each result that can't be packed. */
export class ResultStore {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Keeps results, aligned with the addresses, in place of what was kept of them. */
  put(
    { first, addresses, ordinals }: SentAddresses,
    results: readonly (RowResult | undefined)[],
  ): void {
    const { codes, others } = packResults(addresses, results);
    const insert = 'INSERT OR REPLACE INTO result (first, codes, sum) VALUES (?, ?, ?)';
    this.#sql.run(insert, first, codes, checksum(codes));
    for (const index of others) {
      const sql =
        'INSERT OR REPLACE INTO unpackable_result (ordinal, result, sum) VALUES (?, ?, ?)';
      const result = JSON.stringify(results[index]);
      this.#sql.run(sql, ordinals[index] ?? 0, result, checksum(result));
    }
  }

  /** What is kept of a batch, aligned with its addresses. */
  of({ first, addresses, ordinals }: SentAddresses): (RowResult | undefined)[] {
    const codes = this.codes(first);
    return addresses.map((address, index) =>
      this.unpack(codes[index], { address, ordinal: ordinals[index] ?? 0 }),
    );
  }

  /** The codes of the batch that begins at a place. */
  codes(first: number): Uint32Array {
    return readCodeColumn(
      this.#sql.first('SELECT codes FROM result WHERE first = ?', first)?.codes,
    );
  }

  /** The result of an address by its code. */
  unpack(code: number | undefined, { address, ordinal }: Numbered): RowResult | undefined {
    return unpackResult(code, address, () => this.#readUnpackable(ordinal));
  }

  #readUnpackable(ordinal: number): RowResult | undefined {
    const text = this.#sql.text('SELECT result FROM unpackable_result WHERE ordinal = ?', ordinal);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

/** An address with its ordinal in the list. */
export interface Numbered {
  readonly address: string;
  readonly ordinal: number;
}

function readCodeColumn(value: SQLOutputValue | undefined): Uint32Array {
  return readCodes(value instanceof Uint8Array ? value : new Uint8Array());
}
