/** What a team knows of addresses: its last verification of each, and what other verifiers said. */
import type { Facts } from '../../contract/facts.ts';
import type { Reason, Verdict } from '../../contract/verdict.ts';

/** The last verification of an address in the team's history. */
export interface LastVerification {
  readonly email: string;
  readonly facts: Readonly<Facts>;
  readonly decided: boolean;
  /** The fine reason. */
  readonly reason: string;
  /** JSON. */
  readonly detail?: string | undefined;
  /** When the mail host was asked, in milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** What another verifier said of an address. */
export interface ImportedResult {
  /** As mail is delivered to it. */
  readonly address: string;
  readonly source: string;
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  /** Null: not known. */
  readonly checkedAt: number | null;
}

/** How often results were found to be otherwise when they were looked at again. */
export interface RepeatedLooks {
  /** JSON of what the earlier results rest on; null where nothing is kept. */
  readonly detail: string | null;
  /** The fine reasons of the earlier and the later result. */
  readonly before: string;
  readonly after: string;
  readonly pairs: number;
  /** Milliseconds between the two, of all pairs together. */
  readonly time: number;
}

/** Of one team. */
export interface LedgerStore {
  /** Of mailboxes (`toMailboxKey`), whichever of their addresses was verified last. */
  last(mailboxes: readonly string[]): Promise<ReadonlyMap<string, LastVerification>>;
  imported(addresses: readonly string[]): Promise<readonly ImportedResult[]>;
  /** Of an address and a source the newest is kept. Returns how many are new or newer. */
  addImported(results: readonly ImportedResult[], importedAt: number): Promise<number>;
  /** Of the team's latest verifications, those of addresses that were verified more than once. */
  repeatedLooks(limit: number): Promise<readonly RepeatedLooks[]>;
}
