import type { Verdict } from '../../contract/verdict.ts';

/** How what is known of an address has changed from one list to another. */
export const LIST_CHANGES = ['worse', 'better', 'other', 'added', 'removed'] as const;
/** One of `LIST_CHANGES`. */
export type ListChange = (typeof LIST_CHANGES)[number];

interface Known {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

/** The best first. An undecided address may still be reached. */
const ORDER: readonly Verdict[] = ['deliverable', 'risky', 'unknown', 'undeliverable'];

/**
 * How one address differs; undefined where it does not. That nothing could be found out this time is
 * `other`: no news about the mailbox.
 */
export function changeOf(
  before: Known | undefined,
  after: Known | undefined,
): ListChange | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  if (before.verdict !== after.verdict) return verdictChange(before.verdict, after.verdict);
  return isSameReason(before, after) ? undefined : 'other';
}

function verdictChange(before: Verdict, after: Verdict): ListChange {
  if (after === 'unknown') return 'other';
  return ORDER.indexOf(after) > ORDER.indexOf(before) ? 'worse' : 'better';
}

/** A reason that one of the lists does not give is no other one. */
function isSameReason(before: Known, after: Known): boolean {
  const differs = (one?: string, other?: string) =>
    one !== undefined && other !== undefined && one !== other;
  return !differs(before.reason, after.reason) && !differs(before.detail, after.detail);
}
