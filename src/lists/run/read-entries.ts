import type { Batch, BatchEntry, BatchResults } from '../../contract/decode.ts';
import type { RowResult } from '../../formats/write/outcome.ts';
import { addressOf } from './address-match.ts';
import { joinResults } from './join-results.ts';

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
