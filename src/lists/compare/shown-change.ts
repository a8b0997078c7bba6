import type { ListVerdict } from './change.ts';

/** What two results of an address are called beside each other. */
interface ShownChange {
  /** The verdict; the reasons where the verdict is the same. Null where the list has no such address. */
  readonly from: string | null;
  readonly to: string | null;
}

export function showChange(
  before: ListVerdict | undefined,
  after: ListVerdict | undefined,
): ShownChange {
  const isSameVerdict = before?.verdict === after?.verdict;
  const shown = (one?: ListVerdict, other?: ListVerdict) => {
    if (!one) return null;
    return isSameVerdict && other ? finerReason(one, other) : one.verdict;
  };
  return { from: shown(before, after), to: shown(after, before) };
}

/** What tells two results of one verdict apart. */
function finerReason(one: ListVerdict, other: ListVerdict): string {
  const isSame = one.reason === other.reason || one.reason === undefined;
  return (isSame ? one.detail : one.reason) ?? one.verdict;
}
