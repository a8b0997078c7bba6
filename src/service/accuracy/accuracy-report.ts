import type { AccuracyReport, AccuracyRow } from '../../contract/accuracy.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { Measured } from './measure-accuracy.ts';
import type { Cell, Tally } from './tally.ts';
import { wilson } from './wilson.ts';

/** Rows of a kind at most; those with contradictions come first. */
const MOST_ROWS = 500;
const SHOWN_REPLIES = 3;

/** Below this share of known outcomes nobody knows what became of the others: mostly bounces are read. */
const KNOWN_SHARE = 0.5;

/** What a share is a share of: addresses with an outcome where most have one, else all that were verified. */
export function basisOf({ delivered, verified, outcomes }: Basis): AccuracyReport['basis'] {
  const isWhole = delivered > 0 && outcomes >= verified * KNOWN_SHARE;
  return isWhole ? 'outcomes' : 'verified';
}

type Basis = Pick<Measured, 'delivered' | 'verified' | 'outcomes'>;

/** The worst first, by what is certain: the lower end of the interval. */
export function toReport(measured: Measured): AccuracyReport {
  const { tally, since, isCut, ...counts } = measured;
  const basis = basisOf(measured);
  const rows = (cells: Tally['rules'], isAll = false) =>
    [...cells.values()]
      .filter(({ delivered, bounced }) => isAll || delivered + bounced > 0)
      .map((cell) => toRow(cell, basis))
      .sort(worstFirst)
      .slice(0, MOST_ROWS);
  return {
    since: isoTime(since),
    cut: isCut,
    ...counts,
    basis,
    verdicts: rows(tally.verdicts, true),
    rules: rows(tally.rules),
    hosts: rows(tally.hosts),
  };
}

function toRow(cell: Cell, basis: AccuracyReport['basis']): AccuracyRow {
  const { place, verified, delivered, bounced, contradicted, promise } = cell;
  const { verdict, reason, detail = null, rule, provider, host } = place;
  const outcomes = delivered + bounced;
  const interval = contradicted === undefined || outcomes === 0 ? undefined : shareOf(cell, basis);
  return {
    verdict,
    reason,
    detail,
    rule: rule || null,
    provider: provider || null,
    host: host || null,
    ...{ verified, outcomes, delivered, bounced },
    contradicted: contradicted ?? null,
    share: interval?.share ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    promise: promise ?? null,
    replies: repliesOf(cell),
  };
}

/** The share of contradicted results with its interval. */
function shareOf(
  { verified, delivered, bounced, contradicted = 0 }: Cell,
  basis: AccuracyReport['basis'],
): { readonly share: number; readonly low: number; readonly high: number } {
  const of = basis === 'outcomes' ? delivered + bounced : verified;
  return { share: of === 0 ? 0 : contradicted / of, ...wilson(contradicted, of) };
}

function repliesOf({ replies }: Cell): AccuracyRow['replies'] {
  return [...replies]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN_REPLIES)
    .map(([reply, count]) => ({ reply, count }));
}

function worstFirst(one: AccuracyRow, other: AccuracyRow): number {
  return (
    (other.low ?? -1) - (one.low ?? -1) ||
    (other.contradicted ?? -1) - (one.contradicted ?? -1) ||
    other.outcomes - one.outcomes
  );
}
