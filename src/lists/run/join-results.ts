import type { Batch, BatchEntry, BatchResults, Verification } from '../../contract/decode.ts';
import { FACT_NAMES } from '../../contract/facts.ts';
import { deliveryForm } from '../../contract/same-address.ts';
import type { RowResult } from '../../formats/write/judged-row.ts';

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

/** An index among the addresses sent; `ambiguous`: one of several that differ in case alone. */
type Match = number | 'ambiguous' | undefined;

/**
 * Finds which of the addresses that we sent an entry is about. Services give addresses back in
 * any order and case, with Unicode domains, or not at all.
 */
class AddressMatch {
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
function addressOf(entry: BatchEntry): string | undefined {
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

/** What an entry says of the address that it names. */
export interface KnownEntry extends RowResult {
  /** Empty where the entry names none. */
  readonly email: string;
}

/** A batch's entries with their results. */
export interface EntriesRead {
  readonly batch: Batch;
  readonly entries: readonly KnownEntry[];
  /** Addresses of the batch without an answer. */
  readonly missing: number;
  /** The first contradiction in what the service sent, in words. */
  readonly fault: string | undefined;
}

/** Reads a batch of which no list is known: its entries name the addresses themselves. */
export function readEntries({ batch, entries }: BatchResults): EntriesRead {
  const emails = [...new Set(entries.flatMap((entry) => addressOf(entry) ?? []))];
  const { results, fault } = joinResults(emails, entries, true);
  const known = new Map(emails.map((email, index) => [email, results[index]]));
  const read = entries.map((entry) => toKnownEntry(entry, known));
  const answered = read.filter(({ verification, error }) => verification || error !== undefined);
  const total = Math.max(batch.totalCount ?? 0, entries.length);
  return { batch, entries: read, missing: total - answered.length, fault };
}

function toKnownEntry(
  entry: BatchEntry,
  known: ReadonlyMap<string, RowResult | undefined>,
): KnownEntry {
  const email = addressOf(entry) ?? '';
  return { email, ...known.get(email) };
}
