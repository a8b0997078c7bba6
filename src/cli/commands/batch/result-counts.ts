import type { Reason, Verdict } from '../../../contract/verdict.ts';
import type { ListSummary } from '../../render/batch-summary.ts';
import type { ResultFlags } from './flags.ts';

type Counted = {
  readonly verdict: Verdict;
  readonly reason: Reason;
  readonly score?: number | null | undefined;
};

/** Counts results as they are written: for the summary and for what may fall short. */
export class ResultCounts {
  readonly verdicts: Record<Verdict, number> = {
    deliverable: 0,
    risky: 0,
    undeliverable: 0,
    unknown: 0,
  };
  readonly reasons = new Map<Reason, number>();
  rows = 0;
  /** A result without a score counts as 0. */
  lowestScore = Number.POSITIVE_INFINITY;

  add({ verdict, reason, score }: Counted): void {
    this.rows += 1;
    this.verdicts[verdict] += 1;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.lowestScore = Math.min(this.lowestScore, score ?? 0);
  }

  summary(name: string): ListSummary {
    return { name, rows: this.rows, verdicts: this.verdicts, reasons: this.reasons };
  }
}

type Bar = Pick<ResultFlags, 'failOn' | 'maxUndeliverable' | 'minScore'>;

/** Why the results fall short of what was asked for, a sentence each; none when they don't. */
export function shortfalls(counts: ResultCounts, bar: Bar): string[] {
  const { verdicts, rows, lowestScore } = counts;
  const found = bar.failOn.filter((verdict) => verdicts[verdict] > 0);
  const share = rows === 0 ? 0 : (verdicts.undeliverable / rows) * 100;
  return [
    ...found.map((verdict) => `${verdicts[verdict]} ${verdict} (--fail-on)`),
    ...(bar.maxUndeliverable !== undefined && share > bar.maxUndeliverable
      ? [
          `${share.toFixed(1)} % undeliverable, over ${bar.maxUndeliverable} % (--max-undeliverable)`,
        ]
      : []),
    ...(bar.minScore !== undefined && lowestScore < bar.minScore
      ? [`the lowest score is ${lowestScore}, under ${bar.minScore} (--min-score)`]
      : []),
  ];
}
