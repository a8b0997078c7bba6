import type { ListedResult } from './comparison.ts';

/** What two results of an address are called beside each other. */
interface ShownChange {
  /** The verdict; the reasons where the verdict is the same. Null where the list has no such address. */
  readonly from: string | null;
  readonly to: string | null;
}

type Side = Omit<ListedResult, 'email'>;

export function showChange(before: Side | undefined, after: Side | undefined): ShownChange {
  const isSameVerdict = before?.verdict === after?.verdict;
  const shown = (one?: Side, other?: Side) => {
    if (!one) return null;
    return isSameVerdict && other ? finerReason(one, other) : one.verdict;
  };
  return { from: shown(before, after), to: shown(after, before) };
}

/** What tells two results of one verdict apart. */
function finerReason(one: Side, other: Side): string {
  const isSame = one.reason === other.reason || one.reason === undefined;
  return (isSame ? one.detail : one.reason) ?? one.verdict;
}
