/** The suppression lists of teams. An entry is as `suppression-entry.ts` writes it. */
import type { AuditedChange } from '../people/people-ports.ts';

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
