import { percent, shareOf } from '../../../lib/wording.ts';
import type { AddressOutcome } from '../../../lists/outcome.ts';
import { createSummary, type ListSummary } from '../../../lists/summarise.ts';
import type { ResultFlags } from './flags.ts';

/** Counts results as they are written: for the summary and for what may fall short. */
export class ResultCounts {
  readonly #summary = createSummary();
  /** A result without a score counts as 0. */
  lowestScore = Number.POSITIVE_INFINITY;

  add(outcome: AddressOutcome): void {
    this.#summary.add(outcome);
    this.lowestScore = Math.min(this.lowestScore, outcome.score ?? 0);
  }

  summary(): ListSummary {
    return this.#summary.result();
  }
}

type Bar = Pick<ResultFlags, 'failOn' | 'minScore'> &
  Partial<Pick<ResultFlags, 'maxUndeliverable'>>;

/** Why the results fall short of what was asked for, a sentence each; none when they don't. */
export function shortfalls(counts: ResultCounts, bar: Bar): string[] {
  const { lowestScore } = counts;
  const { verdicts, total } = counts.summary();
  const found = bar.failOn.filter((verdict) => verdicts[verdict] > 0);
  const share = shareOf(verdicts.undeliverable, total);
  return [
    ...found.map((verdict) => `${verdicts[verdict]} ${verdict} (--fail-on)`),
    ...(bar.maxUndeliverable !== undefined && share * 100 > bar.maxUndeliverable
      ? [`${percent(share)} undeliverable, over ${bar.maxUndeliverable} % (--max-undeliverable)`]
      : []),
    ...(bar.minScore !== undefined && lowestScore < bar.minScore
      ? [`the lowest score is ${lowestScore}, under ${bar.minScore} (--min-score)`]
      : []),
  ];
}
