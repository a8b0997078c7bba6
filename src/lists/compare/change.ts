import type { ListChange } from '../../contract/list-changes.ts';
import { isWorse, type Verdict } from '../../contract/verdict.ts';

/** What a list says of an address. */
export interface ListVerdict {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

/**
 * How one address differs; undefined where it does not. That nothing could be found out this time is
 * `other`: no news about the mailbox.
 */
export function changeOf(
  before: ListVerdict | undefined,
  after: ListVerdict | undefined,
): ListChange | undefined {
  if (!before) return after && 'added';
  if (!after) return 'removed';
  if (before.verdict !== after.verdict) return verdictChange(before.verdict, after.verdict);
  return isSameReason(before, after) ? undefined : 'other';
}

function verdictChange(before: Verdict, after: Verdict): ListChange {
  if (after === 'unknown') return 'other';
  return isWorse(after, before) ? 'worse' : 'better';
}

/** A reason that one of the lists does not give is not a change. */
function isSameReason(before: ListVerdict, after: ListVerdict): boolean {
  const differs = (one?: string, other?: string) =>
    one !== undefined && other !== undefined && one !== other;
  return !differs(before.reason, after.reason) && !differs(before.detail, after.detail);
}
