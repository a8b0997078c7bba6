import type { BatchEntry } from '../../contract/decode.ts';
import { deliveryForm } from '../../contract/same-address.ts';

/** An index among the addresses sent; `ambiguous`: one of several that differ in case alone. */
type Match = number | 'ambiguous' | undefined;

/**
 * Finds which of the addresses that we sent an entry is about. Services give addresses back in
 * any order and case, with Unicode domains, or not at all.
 */
export class AddressMatch {
  readonly #addresses: readonly string[];
  #index: AddressIndex | undefined;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /**
   * Undefined if the entry's address was not sent, or is missing. `place`: its place among the
   * entries; most services keep to the order, and spare us the search.
   */
  of(entry: BatchEntry, place: number): Match {
    const email = addressOf(entry);
    return email === undefined ? undefined : this.find(email, place);
  }

  /** The same for an address. */
  find(email: string, place: number): Match {
    if (this.#addresses[place] === email) return place;
    this.#index ??= createIndex(this.#addresses);
    const key = deliveryForm(email);
    return this.#index.exact.get(key) ?? this.#index.folded.get(key.toLowerCase());
  }
}

interface AddressIndex {
  readonly exact: ReadonlyMap<string, number>;
  /** Without regard to case in the local part either. */
  readonly folded: ReadonlyMap<string, Match>;
}

function createIndex(addresses: readonly string[]): AddressIndex {
  const exact = new Map<string, number>();
  const folded = new Map<string, Match>();
  addresses.forEach((address, index) => {
    exact.set(address, index);
    const key = address.toLowerCase();
    folded.set(key, folded.has(key) ? 'ambiguous' : index);
  });
  return { exact, folded };
}

/** The address that an entry, or the result in it, names. */
export function addressOf(entry: BatchEntry): string | undefined {
  return entry.email ?? entry.result?.email;
}

/**
 * Whether a batch holds the addresses that we sent: `same`, `different`, or `inconclusive` while the
 * service shows too few of them (some show an address only once it is verified).
 */
type Likeness = 'same' | 'different' | 'inconclusive';

/** Compares the addresses that were sent with those that the entries of a batch name. */
export function compareAddresses(
  addresses: readonly string[],
  entries: readonly BatchEntry[],
): Likeness {
  const match = new AddressMatch(addresses);
  const named = entries.filter((entry) => addressOf(entry) !== undefined);
  const matches = named.map((entry, place) => match.of(entry, place));
  if (matches.includes(undefined)) return 'different';
  const found = countDistinct(matches);
  if (found === addresses.length) return 'same';
  if (named.length >= addresses.length) return 'different';
  // All that is shown is ours, and a list's addresses go out once: more than half settles it.
  return found * 2 > addresses.length ? 'same' : 'inconclusive';
}

function countDistinct(matches: readonly Match[]): number {
  const single = matches.filter((match) => match !== 'ambiguous');
  return new Set(single).size + (matches.length - single.length);
}
