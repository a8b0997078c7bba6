import { domainToASCII } from 'node:url';
import type { BatchEntry } from '../contract/decode.ts';

/** An index among the addresses sent; `twins`: one of several that differ in case alone. */
export type Match = number | 'twins' | undefined;

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
   * Undefined when the entry's address is none of ours, or missing. `place`: its place among the
   * entries; most services keep to the order, and spare us the search.
   */
  of(entry: BatchEntry, place: number): Match {
    const email = addressOf(entry);
    if (email === undefined) return undefined;
    if (this.#addresses[place] === email) return place;
    this.#index ??= indexOf(this.#addresses);
    const key = keyOf(email);
    return this.#index.exact.get(key) ?? this.#index.folded.get(key.toLowerCase());
  }
}

interface AddressIndex {
  readonly exact: ReadonlyMap<string, number>;
  /** Without regard to case in the local part either. */
  readonly folded: ReadonlyMap<string, Match>;
}

function indexOf(addresses: readonly string[]): AddressIndex {
  const exact = new Map<string, number>();
  const folded = new Map<string, Match>();
  addresses.forEach((address, index) => {
    exact.set(address, index);
    const key = address.toLowerCase();
    folded.set(key, folded.has(key) ? 'twins' : index);
  });
  return { exact, folded };
}

export function addressOf(entry: BatchEntry): string | undefined {
  return entry.email ?? entry.result?.email;
}

/** Local part as it is, domain in lower-case ASCII. */
function keyOf(email: string): string {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf('@');
  const domain = trimmed.slice(at + 1).toLowerCase();
  return `${trimmed.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}
