import type { Verdict } from '../contract/verdict.ts';
import { createSummary, type ListSummary } from '../formats/report/summarise.ts';
import type { JudgedAddress } from '../formats/write/judged-row.ts';
import type { ToolPart } from '../formats/write/tool-files.ts';
import { percent, plural, shareOf } from '../lib/wording.ts';
import type { Thresholds } from '../policy/policy.ts';
import type { Baseline } from './baseline.ts';

/** Counts results as they are written, for the summary and the thresholds. */
export class ResultCounts {
  readonly #summary = createSummary();
  readonly #baseline: Baseline | undefined;
  /** Results that the baseline does not cover, by verdict. */
  readonly fresh: Record<Verdict, number> = {
    deliverable: 0,
    risky: 0,
    undeliverable: 0,
    unknown: 0,
  };
  /** The lowest score of these results. A result without a score counts as 0. */
  lowestScore = Number.POSITIVE_INFINITY;
  /** Cells of the list that were cut to what a workbook takes. */
  cutCells = 0;
  /** Rows in the files for the tool that the list comes from, where they were written, and safe ones that are unsubscribed there. */
  readonly inTool: Partial<Record<ToolPart | 'optedOut' | 'inBoth', number>> = {};
  /** Rows with a cell that was mended. */
  mended = 0;
  /** Rows that were left out for another one of their mailbox. */
  duplicates = 0;

  /** With a baseline, only what it does not cover counts for the thresholds. */
  constructor(baseline?: Baseline | undefined) {
    this.#baseline = baseline;
  }

  add(judged: JudgedAddress): void {
    this.#summary.add(judged);
    const { verdict, score } = judged;
    if (verdict === undefined) return;
    if (!this.#baseline?.covers(judged)) this.fresh[verdict] += 1;
    if (this.#baseline?.coversScore(judged)) return;
    this.lowestScore = Math.min(this.lowestScore, score ?? 0);
  }

  summary(): ListSummary {
    return this.#summary.result();
  }
}

/** The thresholds that the results fail, a sentence each. */
export function shortfalls(counts: ResultCounts, thresholds: Thresholds): string[] {
  const { lowestScore, fresh: verdicts } = counts;
  const { total } = counts.summary();
  const found = (thresholds.failOn ?? []).filter((verdict) => verdicts[verdict] > 0);
  const share = shareOf(verdicts.undeliverable, total);
  return [
    ...found.map(
      (verdict) =>
        `${plural(verdicts[verdict], `${verdict} address`, `${verdict} addresses`)} (--fail-on ${verdict})`,
    ),
    ...(thresholds.maxUndeliverable !== undefined && share * 100 > thresholds.maxUndeliverable
      ? [
          `${percent(share)} undeliverable, over ${thresholds.maxUndeliverable} % (--max-undeliverable)`,
        ]
      : []),
    ...(thresholds.minScore !== undefined && lowestScore < thresholds.minScore
      ? [`the lowest score is ${lowestScore}, under ${thresholds.minScore} (--min-score)`]
      : []),
  ];
}
