import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { detailCount } from '../words.ts';
import type { JudgedAddress } from '../write/judged-row.ts';

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

type DetailCount = { -readonly [Name in keyof DetailSummary]: DetailSummary[Name] };

/** Counts fine reasons, where a service gives them. */
export function createDetailCounts() {
  // A map for each verdict: a key of both words would be a new text for each address.
  const counts = new Map(VERDICTS.map((verdict) => [verdict, new Map<string, DetailCount>()]));
  let size = 0;
  return {
    add({ verdict, detail, retryAfter }: JudgedAddress): void {
      if (verdict === undefined || detail === undefined) return;
      const reasons = counts.get(verdict);
      const known = reasons?.get(detail);
      if (known) {
        known.count++;
        known.retryAfter = latest(known.retryAfter, retryAfter);
      } else if (size < MAX_REASONS) {
        reasons?.set(detail, { verdict, reason: detail, count: 1, retryAfter });
        size++;
      }
    },
    /** Most first. */
    result: (): DetailSummary[] => {
      const all = [...counts.values()].flatMap((reasons) => [...reasons.values()]);
      return all
        .map((one) => ({ ...one }))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
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
  'not_probed',
]);

/** Whether the fine reason says more than the result's plain reason. */
export function addsDetail({ reason }: DetailSummary): boolean {
  return !SHOWN_REASONS.has(reason);
}

/** `3 mailboxes full`, `41 addresses greylisted, ask again after 2026-11-22 14:32 UTC`. */
export function detailWords(text: Texts, { reason, count, retryAfter }: DetailSummary): string {
  const words = detailCount(text, reason, count);
  if (retryAfter === undefined) return words;
  return text('report.ask_again', { words, time: text.moment(endOfMinute(retryAfter)) });
}

/** The minute by whose end the time has come. */
function endOfMinute(at: number): number {
  return Math.ceil(at / 60_000) * 60_000;
}
