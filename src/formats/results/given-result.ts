import type { Reason, Verdict } from '../../contract/verdict.ts';

/** What a file says of one address, in our words. */
export interface FileResult {
  /** The address as it is verified; the text of the cell if it is not an address. */
  readonly email: string;
  readonly isAddress: boolean;
  readonly verdict: Verdict;
  /** Undefined where the file gives none that we know. */
  readonly reason?: Reason | undefined;
  /** The fine reason, if mailvet wrote the file. */
  readonly detail?: string | undefined;
  /** When it was found, in milliseconds since the epoch. */
  readonly checkedAt?: number | undefined;
}

/** What was read of a row: results, or why it has no results. */
export type GivenRow =
  | { readonly line: number; readonly results: readonly FileResult[] }
  | { readonly line: number; readonly unreadable: string };

/** A verdict with its reason, as words of a file stand for. */
export interface WordMeaning {
  readonly verdict: Verdict;
  readonly reason?: Reason | undefined;
}
