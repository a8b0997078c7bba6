import { BoundedMap } from '../lib/bounded-map.ts';
import type { Statements } from './statements.ts';

/** A range of addresses by their 1-based ordinals, both ends included. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

/** Ranges kept in memory, a thousand addresses each at most: more than are open by default. */
const MOST_KEPT = 8;

/**
 * Reads a job's addresses. They never change, and are asked for when a batch goes and again when
 * it comes back: those read last are kept.
 */
export class ListedAddresses {
  readonly #sql: Statements;
  readonly #kept = new BoundedMap<number, readonly string[]>(MOST_KEPT);

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Addresses of a range, in order. */
  of({ first, last }: AddressRange): readonly string[] {
    const known = this.#kept.get(first);
    if (known?.length === last - first + 1) return known;
    // One value for all of them: a thousand rows cost several times as much.
    const lines = this.#sql.text(ADDRESSES, first, last);
    const addresses = lines === undefined ? [] : lines.split('\n');
    this.#kept.set(first, addresses);
    return addresses;
  }
}

const ADDRESSES = `
  SELECT group_concat(address, char(10))
  FROM (SELECT address FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal)
`;
