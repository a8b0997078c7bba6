import type { BatchEntry, Verification } from '../../contract/decode.ts';
import { FACT_NAMES } from '../../contract/facts.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { AddressMatch, addressOf } from './address-match.ts';

interface JoinedResults {
  /** Aligned with the addresses; undefined = unanswered. */
  readonly results: readonly (RowResult | undefined)[];
  /** The first contradiction in what the service sent, in words. */
  readonly fault: string | undefined;
}

/**
 * What came back for each of the addresses of a batch, aligned with them. `ended` says whether the
 * batch is over; before that only what is verified counts, since the rest may still change.
 *
 * An entry is believed where it and the result in it are about the address that was asked about,
 * and no other entry says otherwise.
 */
export function joinResults(
  addresses: readonly string[],
  entries: readonly BatchEntry[],
  ended: boolean,
): JoinedResults {
  const joiner = new Joiner(addresses);
  for (const [place, entry] of entries.entries()) {
    if (ended || isSettled(entry)) joiner.add(entry, place);
  }
  return joiner;
}

/** What an entry says; undefined when it says nothing. */
export function toResult({ result, error }: BatchEntry): RowResult | undefined {
  if (!result && error === undefined) return undefined;
  return { ...(result && { verification: result }), ...(error !== undefined && { error }) };
}

/** True where an entry carries the result of another address. */
function isAboutAnother({ email, result }: BatchEntry, match: AddressMatch, place: number) {
  if (email === undefined || result?.email === undefined || email === result.email) return false;
  return match.find(result.email, place) !== match.find(email, place);
}

function isSettled(entry: BatchEntry): boolean {
  return entry.status === 'verified' || (entry.status === undefined && entry.result !== undefined);
}

class Joiner implements JoinedResults {
  readonly results: (RowResult | undefined)[];
  fault: string | undefined;
  readonly #addresses: readonly string[];
  readonly #match: AddressMatch;
  readonly #contradicted = new Set<number>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
    this.#match = new AddressMatch(addresses);
    this.results = new Array(addresses.length).fill(undefined);
  }

  add(entry: BatchEntry, place: number): void {
    const index = this.#match.of(entry, place);
    if (typeof index !== 'number') {
      this.fault ??= `there is an entry about ${quoted(addressOf(entry))}, which was not asked about`;
    } else if (isAboutAnother(entry, this.#match, place)) {
      const other = quoted(entry.result?.email);
      this.fault ??= `the entry of ${this.#addresses[index]} carries a result about ${other}`;
    } else {
      this.#take(index, entry);
    }
  }

  #take(index: number, entry: BatchEntry): void {
    const address = this.#addresses[index] ?? '';
    const result = inSentSpelling(address, toResult(entry));
    const before = this.results[index];
    if (!result || this.#contradicted.has(index)) return;
    if (before?.verification && result.verification) {
      if (isSame(before.verification, result.verification)) return;
      this.#contradicted.add(index);
      this.results[index] = undefined;
      this.fault ??= `two results for ${address} contradict each other`;
    } else if (!before?.verification) {
      // An address that came back twice keeps what says more.
      this.results[index] = result;
    }
  }
}

/** In the spelling that was sent: what a service makes of it goes no further. */
function inSentSpelling(address: string, result: RowResult | undefined): RowResult | undefined {
  const verification = result?.verification;
  if (!verification || verification.email === address) return result;
  return { ...result, verification: { ...verification, email: address } };
}

function isSame(one: Verification, other: Verification): boolean {
  return FACT_NAMES.every((name) => one[name] === other[name]);
}

const MAX_QUOTE_LENGTH = 100;

function quoted(email: string | undefined): string {
  return email === undefined ? 'no address' : email.slice(0, MAX_QUOTE_LENGTH);
}
