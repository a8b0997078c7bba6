import type { SQLOutputValue } from 'node:sqlite';
import type { RowResult } from '../lists/write/outcome.ts';
import { checksum } from './job-check.ts';
import { CODE_SIZE, packResults, readCodes, unpackResult } from './packed-results.ts';
import type { Statements } from './statements.ts';

/** The addresses of a batch, the first of them with its ordinal. */
interface AddressRow {
  readonly first: number;
  readonly addresses: readonly string[];
}

/** The results in a job's database: a row of codes for each batch, and one for each odd result. */
export class ResultStore {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Keeps results, aligned with the addresses, in place of what was kept of them. */
  put({ first, addresses }: AddressRow, results: readonly (RowResult | undefined)[]): void {
    const { codes, others } = packResults(addresses, results);
    const insert = 'INSERT OR REPLACE INTO result (first, codes, sum) VALUES (?, ?, ?)';
    this.#sql.run(insert, first, codes, checksum(codes));
    for (const index of others) {
      const sql = 'INSERT OR REPLACE INTO odd_result (ordinal, result, sum) VALUES (?, ?, ?)';
      const result = JSON.stringify(results[index]);
      this.#sql.run(sql, first + index, result, checksum(result));
    }
  }

  /** What is kept of a batch, aligned with its addresses. */
  of({ first, addresses }: AddressRow): (RowResult | undefined)[] {
    const row = this.#sql.first('SELECT codes FROM result WHERE first = ?', first);
    const codes = codesOf(row?.codes);
    return addresses.map((address, index) =>
      unpackResult(codes[index], address, () => this.#odd(first + index)),
    );
  }

  /** What is kept of one address, wherever it stands. */
  find(address: string): RowResult | undefined {
    const found = this.#sql.first(FIND, address);
    if (!found) return undefined;
    return unpackResult(codesOf(found.code)[0], address, () => this.#odd(Number(found.ordinal)));
  }

  #odd(ordinal: number): RowResult | undefined {
    const text = this.#sql.text('SELECT result FROM odd_result WHERE ordinal = ?', ordinal);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

const FIND = `
  SELECT ordinal, substr(codes, 1 + ${CODE_SIZE} * (ordinal - first), ${CODE_SIZE}) AS code
  FROM address JOIN result
    ON first = (SELECT max(first) FROM result WHERE first <= ordinal)
  WHERE address = ?
`;

function codesOf(value: SQLOutputValue | undefined): Uint32Array {
  return readCodes(value instanceof Uint8Array ? value : new Uint8Array());
}
