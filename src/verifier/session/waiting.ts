import type { FindingReason, WaitingAddresses } from '../verifier.ts';

/** Addresses of one domain that wait. */
export interface Wait {
  readonly reason: FindingReason;
  readonly count: number;
  /** On the monotonic clock. */
  readonly until: number;
}

/** The waits by their reason, the soonest first. */
export function addUp(waits: Iterable<Wait>, now: number): WaitingAddresses[] {
  const byReason = new Map<FindingReason, WaitingAddresses>();
  for (const { reason, count, until } of waits) {
    const left = Math.max(0, until - now);
    const known = byReason.get(reason) ?? { reason, count: 0, left };
    const sum = { reason, count: known.count + count, left: Math.min(known.left, left) };
    byReason.set(reason, sum);
  }
  return [...byReason.values()].sort((a, b) => a.left - b.left);
}
