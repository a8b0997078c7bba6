import type { Statements } from './database.ts';
import { ADDRESS, LINES, readOrdinals } from './portions.ts';

/** A range of addresses by their 1-based places in the order of sending, both ends included. */
export interface AddressRange {
  readonly first: number;
  readonly last: number;
}

/** Ordinals in the list of addresses that are sent together, and the place of the first. */
export interface SentOrdinals {
  readonly first: number;
  readonly ordinals: Uint32Array;
}

/** The same with the addresses, aligned with their ordinals. */
export interface SentAddresses extends SentOrdinals {
  readonly addresses: readonly string[];
}

/** A place of an address: the portion that begins with the first place, and from 0 where in it. */
interface SentPlace {
  readonly first: number;
  readonly at: number;
  readonly ordinal: number;
}

/** Portions kept in memory, a thousand addresses each at most: more than are open by default. */
const MAX_CACHED = 8;

/**
 * Reads the addresses of a list. They are asked for when a batch goes and again when it comes back:
 * those read last are kept.
 */
export class AddressReader {
  readonly #sql: Statements;
  readonly #cache = new Map<number, SentAddresses>();

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Addresses of a range that lies within one portion, in the order of sending. */
  of({ first, last }: AddressRange): SentAddresses {
    const portion = this.portionWith(first);
    const from = first - portion.first;
    const size = last - first + 1;
    if (from === 0 && size >= portion.addresses.length) return portion;
    const { addresses, ordinals } = portion;
    return {
      first,
      addresses: addresses.slice(from, from + size),
      ordinals: ordinals.subarray(from, from + size),
    };
  }

  /** Where addresses are sent, by their ordinals: one that is asked again has several places. */
  *placesOf(wanted: Iterable<number>): Generator<SentPlace> {
    const found = [...wanted];
    if (found.length === 0) return;
    for (const row of this.#sql.all('SELECT first, ordinals FROM portion ORDER BY first')) {
      const bytes = Buffer.from(row.ordinals as Uint8Array);
      for (const ordinal of found) {
        const at = search(bytes, ordinal);
        if (at !== undefined) yield { first: Number(row.first), at, ordinal };
      }
    }
  }

  /** Reads portions again, which were replaced. */
  forget(): void {
    this.#cache.clear();
  }

  /** The ordinals alone. */
  ordinalsOf({ first, last }: AddressRange): Uint32Array {
    const row = this.#sql.first(ORDINALS_OF, first);
    const from = first - Number(row?.first);
    return readOrdinals(row?.ordinals).subarray(from, from + last - first + 1);
  }

  /** The portion that has a place. */
  portionWith(place: number): SentAddresses {
    return this.#portion(this.#sql.number(PORTION_OF, place));
  }

  /** The first places of the portions that begin in a range. */
  firstsIn({ first, last }: AddressRange): readonly number[] {
    return this.#sql.all(FIRSTS, first, last).map((row) => Number(row.first));
  }

  /** The last place of the portion that has this one. */
  endOf(place: number): number {
    return this.#sql.number(END_OF, place) - 1;
  }

  /** Addresses by their ordinals, both ends included, in the order of the list. */
  listed(first: number, last: number): readonly string[] {
    // One value for all of them: a thousand rows cost several times as much.
    return splitLines(this.#sql.text(LISTED, first, last));
  }

  /** An address's ordinal in the list; 0 where it has none. */
  ordinalOf(address: string): number {
    const at = address.lastIndexOf('@');
    return this.#sql.number(ORDINAL, address.slice(at + 1), address.slice(0, at));
  }

  #portion(first: number): SentAddresses {
    const known = this.#cache.get(first);
    if (known) return known;
    const row = this.#sql.first('SELECT ordinals, lines FROM portion WHERE first = ?', first);
    const ordinals = readOrdinals(row?.ordinals);
    const lines = row?.lines ?? this.#sql.text(LINES, JSON.stringify([...ordinals]));
    const portion = { first, ordinals, addresses: splitLines(lines) };
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size >= MAX_CACHED) this.#cache.delete(oldest);
    this.#cache.set(first, portion);
    return portion;
  }
}

/** The index of an ordinal among those of a portion, which ascend. */
function search(ordinals: Buffer, wanted: number): number | undefined {
  let [from, to] = [0, ordinals.length / 4];
  while (from < to) {
    const middle = (from + to) >> 1;
    const ordinal = ordinals.readUInt32LE(middle * 4);
    if (ordinal === wanted) return middle;
    if (ordinal < wanted) from = middle + 1;
    else to = middle;
  }
  return undefined;
}

function splitLines(lines: unknown): readonly string[] {
  return typeof lines === 'string' ? lines.split('\n') : [];
}

const PORTION_OF = 'SELECT max(first) FROM portion WHERE first <= ?';

const ORDINALS_OF =
  'SELECT first, ordinals FROM portion WHERE first <= ? ORDER BY first DESC LIMIT 1';

const END_OF = `
  SELECT first + length(ordinals) / 4 FROM portion WHERE first <= ? ORDER BY first DESC LIMIT 1
`;

const FIRSTS = 'SELECT first FROM portion WHERE first BETWEEN ? AND ? ORDER BY first';

/** A cell that is no address is an empty line. */
const LISTED = `
  SELECT group_concat(coalesce(${ADDRESS}, ''), char(10))
  FROM (SELECT local, domain FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal)
`;

const ORDINAL = 'SELECT ordinal FROM address WHERE domain = ? AND local = ?';
