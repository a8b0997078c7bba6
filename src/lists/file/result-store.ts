import type { SQLOutputValue } from 'node:sqlite';
import type { RowResult } from '../../formats/write/outcome.ts';
import type { SentAddresses } from './address-reader.ts';
import { checksum } from './check.ts';
import { packResults, readCodes, unpackResult } from './packed-results.ts';
import type { Statements } from './statements.ts';

/** The results of a list: a row of codes for each batch, and one for each result that can't be packed. */
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
    this.putCodes(first, codes);
    for (const index of others) {
      this.putUnpackable(ordinals[index] ?? 0, formatUnpackable(results[index]));
    }
  }

  /** Keeps the codes of a batch, in place of what was kept. */
  putCodes(first: number, codes: Uint8Array): void {
    const insert = 'INSERT OR REPLACE INTO result (first, codes, sum) VALUES (?, ?, ?)';
    this.#sql.run(insert, first, codes, checksum(codes));
  }

  /** Keeps a result that can't be packed, as `formatUnpackable` formats it. */
  putUnpackable(ordinal: number, result: string): void {
    const insert =
      'INSERT OR REPLACE INTO unpackable_result (ordinal, result, sum) VALUES (?, ?, ?)';
    this.#sql.run(insert, ordinal, result, checksum(result));
  }

  removeUnpackable(ordinal: number): void {
    this.#sql.run('DELETE FROM unpackable_result WHERE ordinal = ?', ordinal);
  }

  /** What is kept of a batch, aligned with its addresses. */
  of({ first, addresses, ordinals }: SentAddresses): (RowResult | undefined)[] {
    const codes = this.codes(first);
    return addresses.map((address, index) =>
      this.unpack(codes[index], { address, ordinal: ordinals[index] ?? 0 }),
    );
  }

  /** The codes of all batches, each with its first place, in the order of sending. */
  allCodes(): readonly { readonly first: number; readonly codes: Uint32Array }[] {
    const rows = this.#sql.all('SELECT first, codes FROM result ORDER BY first');
    return rows.map(({ first, codes }) => ({ first: Number(first), codes: readCodeColumn(codes) }));
  }

  /** The codes of the batch that begins at a place. */
  codes(first: number): Uint32Array {
    return readCodeColumn(
      this.#sql.first('SELECT codes FROM result WHERE first = ?', first)?.codes,
    );
  }

  /** The ordinals of results that have a row of their own. */
  unpackable(): readonly number[] {
    return this.#sql.all('SELECT ordinal FROM unpackable_result').map((row) => Number(row.ordinal));
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

/** A result as JSON. */
export function formatUnpackable(result: RowResult | undefined): string {
  return JSON.stringify(result, withoutEvidence);
}

/** It has a table of its own (evidence.ts). */
function withoutEvidence(key: string, value: unknown): unknown {
  return key === 'evidence' ? undefined : value;
}

/** An address with its ordinal in the list. */
export interface Numbered {
  readonly address: string;
  readonly ordinal: number;
}

function readCodeColumn(value: SQLOutputValue | undefined): Uint32Array {
  return readCodes(value instanceof Uint8Array ? value : new Uint8Array());
}
