import type { Verdict } from '../../contract/verdict.ts';
import type { Invocation } from '../invocation.ts';
import { printList } from '../io/print.ts';

/** A result that the rules of today change. */
export interface ReplayedResult {
  readonly email: string;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The fine reasons. */
  readonly beforeDetail: string;
  readonly afterDetail: string;
  /** What decides it now. */
  readonly rule: string;
}

/** Prints them as a list, each address masked with --redact. */
export async function printReplay(
  invocation: Invocation,
  changes: readonly ReplayedResult[],
): Promise<void> {
  const rows = changes.map((change) => ({ ...change, email: invocation.mask(change.email) }));
  await printList(invocation, {
    rows,
    columns: [
      { title: 'EMAIL', text: ({ email }) => email },
      {
        title: 'BEFORE',
        isWords: true,
        text: ({ before, beforeDetail }) => `${before} (${beforeDetail})`,
      },
      {
        title: 'AFTER',
        isWords: true,
        text: ({ after, afterDetail }) => `${after} (${afterDetail})`,
      },
      { title: 'RULE', text: ({ rule }) => rule },
    ],
  });
}
