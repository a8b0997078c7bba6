/** What a team knows of addresses: its last verification of each, and what other verifiers said. */

import type { Reason, Verdict } from '../../contract/verdict.ts';
import type { VerifiedAddress } from '../../result/result.ts';

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
  /** That the earlier results name; null: none. */
  readonly provider: string | null;
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
  last(mailboxes: readonly string[]): Promise<ReadonlyMap<string, VerifiedAddress>>;
  imported(addresses: readonly string[]): Promise<readonly ImportedResult[]>;
  /** Of an address and a source the newest is kept. Returns how many are new or newer. */
  addImported(results: readonly ImportedResult[], importedAt: number): Promise<number>;
  /** Of the team's latest verifications, those of addresses that were verified more than once. */
  repeatedLooks(limit: number): Promise<readonly RepeatedLooks[]>;
}
