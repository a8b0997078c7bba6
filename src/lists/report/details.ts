import { findDetailReason } from '../../contract/detail-reasons.ts';
import type { Verdict } from '../../contract/verdict.ts';
import { counted } from '../../lib/wording.ts';
import type { AddressOutcome } from '../write/outcome.ts';

/** Results of one verdict with one fine reason. */
export interface DetailSummary {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly count: number;
  /** The latest time after which it makes sense to ask again, in milliseconds since the epoch. */
  readonly retryAfter: number | undefined;
}

/** Different reasons counted; a service that makes them up must not fill the memory. */
const MAX_REASONS = 200;

/** Counts fine reasons, where a service gives them. */
export function createDetailCounts() {
  const counts = new Map<
    string,
    { -readonly [Name in keyof DetailSummary]: DetailSummary[Name] }
  >();
  return {
    add({ verdict, detail, retryAfter }: AddressOutcome): void {
      if (verdict === undefined || detail === undefined) return;
      const key = `${verdict} ${detail}`;
      const known = counts.get(key);
      if (known) {
        known.count++;
        known.retryAfter = latest(known.retryAfter, retryAfter);
      } else if (counts.size < MAX_REASONS) {
        counts.set(key, { verdict, reason: detail, count: 1, retryAfter });
      }
    },
    /** Most first. */
    result: (): DetailSummary[] => {
      const all = [...counts.values()].map((one) => ({ ...one }));
      return all.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
    },
  };
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

/** Reasons that say no more than the plain reason of the result does. */
const SHOWN_REASONS: ReadonlySet<string> = new Set([
  'accepted',
  'accept_all',
  'suppressed',
  'syntax',
  'no_mx',
]);

/** Whether the fine reason says more than the result's plain reason. */
export function addsDetail({ reason }: DetailSummary): boolean {
  return !SHOWN_REASONS.has(reason);
}

/** `3 mailboxes full`, `41 addresses greylisted, ask again after 2026-11-22 14:32 UTC`. */
export function detailWords({ reason, count, retryAfter }: DetailSummary): string {
  const [one, many] = findDetailReason(reason)?.counted ?? [reason, reason];
  const words = `${counted(count)} ${count === 1 ? one : many}`;
  return retryAfter === undefined ? words : `${words}, ask again after ${toMinute(retryAfter)}`;
}

/** The minute by whose end the time has come. */
function toMinute(at: number): string {
  const text = new Date(Math.ceil(at / 60_000) * 60_000).toISOString();
  return `${text.slice(0, 16).replace('T', ' ')} UTC`;
}
