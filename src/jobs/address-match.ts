import { domainToASCII } from 'node:url';
import type { BatchEntry } from '../contract/decode.ts';

/** An index among the addresses sent; `twins`: one of several that differ in case alone. */
export type Match = number | 'twins' | undefined;

/**
 * Finds which of the addresses that we sent an entry is about. Services give addresses back in
 * any order and case, with Unicode domains, or not at all.
 */
export class AddressMatch {
  readonly #exact = new Map<string, number>();
  /** Without regard to case in the local part either. */
  readonly #folded = new Map<string, Match>();

  constructor(addresses: readonly string[]) {
    addresses.forEach((address, index) => {
      this.#exact.set(address, index);
      const folded = address.toLowerCase();
      this.#folded.set(folded, this.#folded.has(folded) ? 'twins' : index);
    });
  }

  /** Undefined when the entry's address is none of ours, or missing. */
  of(entry: BatchEntry): Match {
    const email = addressOf(entry);
    if (email === undefined) return undefined;
    const key = keyOf(email);
    return this.#exact.get(key) ?? this.#folded.get(key.toLowerCase());
  }
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
