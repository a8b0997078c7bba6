import { asciiDomain } from '../../address/domain.ts';
import { parseAddress } from '../../address/parse.ts';
import type { Message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { AuditedChange } from '../people/records.ts';
import { toCacheKey } from '../verifications/cache-policy.ts';

/**
 * An entry of a suppression list: an address in the form that all its spellings share, `@domain` for
 * all addresses of a domain, or `:` and a hash for an address that was erased. Letters are lower case
 * before the @ too, where only the mail host knows whether case matters: to send to somebody who
 * unsubscribed is worse than to leave out somebody who did not.
 */
type ParsedSuppression =
  | { readonly ok: true; readonly entry: string }
  /** `problem` completes the sentence "it …". */
  | { readonly ok: false; readonly problem: Message };

/** The entry of a text, or why it is not an entry. */
export function parseSuppression(text: string): ParsedSuppression {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) {
    const domain = asciiDomain(trimmed.slice(1));
    return domain.ok ? { ok: true, entry: `@${domain.domain}` } : domain;
  }
  const parsed = parseAddress(trimmed);
  return parsed.ok ? { ok: true, entry: foldCase(parsed.address.address) } : parsed;
}

/** Hashes have a character before them that no address and no domain begins with. */
export const HASHES_START = ':';

/** The first text behind those of all hashes. */
export const HASHES_END = ';';

/** Whether an entry is the hash of an erased address. */
export function isHash(entry: string): boolean {
  return entry.startsWith(HASHES_START);
}

/**
 * What stands for an address that was erased: it is still recognised, and can be read by nobody. With
 * the team in it, so that the lists of two teams can't be compared.
 */
export function hashEntry(teamId: string, entry: string): string {
  return `${HASHES_START}${sha256(`${teamId} ${entry}`)}`;
}

/** The entries that suppress the address with a cache key. */
interface SuppressingEntries {
  readonly address: string;
  readonly domain: string;
}

export function suppressingEntries(cacheKey: string): SuppressingEntries {
  const address = foldCase(cacheKey);
  return { address, domain: address.slice(Math.max(address.lastIndexOf('@'), 0)) };
}

/** The entry of an address as it is written; of what is no address, its text. */
export function toEntry(email: string): string {
  return foldCase(toCacheKey(email.trim()));
}

function foldCase(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/** The suppression lists of teams. An entry is as `toEntry` writes it. */

/** An entry of a suppression list. */
export interface Suppression {
  /** An address, `@domain`, or the hash of an erased address. */
  readonly entry: string;
  readonly addedAt: number;
}

/** Which entries are listed, in the order of their texts. */
export interface SuppressionPage {
  /** Beginning of the entries; empty: all. */
  readonly prefix: string;
  readonly limit: number;
  readonly skip: number;
}

/** What a team's list holds. */
export interface SuppressionExtent {
  readonly any: boolean;
  /** Hashes of erased addresses among them. */
  readonly hashes: boolean;
}

/** A change as the audit log has it, without the addresses: they may have to be erased. */
export interface SuppressionChange extends AuditedChange {
  readonly action:
    | 'suppressions_added'
    | 'suppressions_imported'
    | 'suppressions_removed'
    | 'suppressions_exported';
  readonly subject: string;
}

/** The suppression list of one team. */
export interface SuppressionStore {
  /** Whether there is nothing to look for; what another process added counts within a second. */
  isEmpty(): Promise<boolean>;
  /** Whether that is known without asking the database. */
  isKnownEmpty(): boolean;
  /** What is worth looking for. */
  extent(): Promise<SuppressionExtent>;
  /** Those of the entries that are listed. */
  find(entries: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds entries; returns how many are new. An entry that is there keeps its date. */
  add(entries: readonly string[], at: number, change?: SuppressionChange): Promise<number>;
  /** Returns how many there were. */
  remove(entries: readonly string[], change: SuppressionChange): Promise<number>;
  list(page: SuppressionPage): Promise<readonly Suppression[]>;
  /** Entries after one, in the order of their texts: for all, however many. */
  after(entry: string, limit: number): Promise<readonly Suppression[]>;
  count(): Promise<number>;
  /** For everything but `add` and `remove`, which write theirs with the change unless nothing changed. */
  log(change: SuppressionChange): Promise<void>;
}
