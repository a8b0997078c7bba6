import type { Verdict } from '../../contract/verdict.ts';
import type { AddressOutcome } from '../../formats/write/outcome.ts';
import type { Baseline } from '../baseline.ts';

/** The thresholds that a single result can fail. */
export interface FailureThresholds {
  readonly failOn: readonly Verdict[];
  readonly minScore: number | undefined;
  /** What it covers does not fail. */
  readonly baseline?: Baseline | undefined;
}

/** The levels of GitHub's annotations, worst first. */
export const LEVELS = ['error', 'warning', 'notice'] as const;
export type Level = (typeof LEVELS)[number];

const LEVEL_OF: Readonly<Record<Verdict, Level | undefined>> = {
  undeliverable: 'error',
  risky: 'warning',
  unknown: 'notice',
  deliverable: undefined,
};

/**
 * The level of a result's annotation; undefined for a good result. With `--fail-on` or `--min-score`
 * only results that fail them are errors: other undeliverable addresses are warnings.
 */
export function levelOf(outcome: AddressOutcome, thresholds: FailureThresholds): Level | undefined {
  const { failOn, minScore } = thresholds;
  if (outcome.verdict === undefined) return undefined;
  if (failOn.length === 0 && minScore === undefined) {
    return isFull(outcome) ? 'warning' : LEVEL_OF[outcome.verdict];
  }
  if (falls(outcome, thresholds)) return 'error';
  return outcome.verdict === 'undeliverable' ? 'warning' : LEVEL_OF[outcome.verdict];
}

/** The mailbox exists: it may take mail again in some weeks. */
export function isFull({ verdict, detail }: AddressOutcome): boolean {
  return verdict === 'undeliverable' && detail === 'full';
}

function falls(
  outcome: AddressOutcome,
  { failOn, minScore, baseline }: FailureThresholds,
): boolean {
  const { verdict, score } = outcome;
  if (verdict !== undefined && failOn.includes(verdict) && !baseline?.covers(outcome)) return true;
  if (minScore === undefined || (score ?? 0) >= minScore) return false;
  return !baseline?.coversScore(outcome);
}
