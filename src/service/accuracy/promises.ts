import type { Proof } from '../outcomes/outcome-ports.ts';

/** What a result promises of the mailbox, and how often outcomes may say the opposite. */
export interface Promised {
  readonly contradictedBy: Proof;
  /** Of the addresses with this result, from 0 to 1. */
  readonly atMost: number;
}

/** A mailbox may end between verification and mail: of those that accept, more is allowed. */
const THERE: Promised = { contradictedBy: 'gone', atMost: 0.03 };
const GONE: Promised = { contradictedBy: 'there', atMost: 0.01 };

/** By fine reason. A full mailbox is emptied, and what is risky or unknown says so: they promise nothing. */
const PROMISES: ReadonlyMap<string, Promised> = new Map([
  ['accepted', THERE],
  ['exists_busy', THERE],
  ['no_mailbox', GONE],
  ['disabled', GONE],
  ['no_mx', GONE],
  ['null_mx', GONE],
]);

export function promiseOf(detail: string): Promised | undefined {
  return PROMISES.get(detail);
}
