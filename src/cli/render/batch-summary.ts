import { type Reason, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import type { Interval } from '../../jobs/sample.ts';
import { safeLine } from '../../lib/safe-text.ts';
import type { Palette } from '../colour.ts';

/** What a list came to. */
export interface ListSummary {
  readonly name: string;
  /** Results, one for each row (more where a cell held several addresses). */
  readonly rows: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly reasons: ReadonlyMap<Reason, number>;
}

/** Five lines: the list, and each verdict with its share and why. */
export function renderSummary(summary: ListSummary, palette: Palette): string[] {
  const { name, rows, verdicts } = summary;
  const width = Math.max(...VERDICTS.map((verdict) => counted(verdicts[verdict]).length));
  const lines = VERDICTS.map((verdict) => {
    const count = counted(verdicts[verdict]).padStart(width);
    const share = percent(verdicts[verdict] / Math.max(rows, 1)).padStart(8);
    const label = palette.verdict(verdict, verdict.padEnd(13));
    return `  ${label} ${count} ${share}${whyOf(verdict, summary)}`;
  });
  return [`${safeLine(name)}: ${plural(rows, 'row')}`, ...lines];
}

/** A rate of a sample with its interval, projected on the whole list. */
export interface Projection {
  readonly verdict: Verdict;
  readonly rate: number;
  readonly interval: Interval;
}

export function renderProjection(
  projections: readonly Projection[],
  { size, distinct }: { readonly size: number; readonly distinct: number },
): string[] {
  const lines = projections.map(({ verdict, rate, interval: { low, high } }) => {
    const range = `${percent(low)} to ${percent(high)}`;
    const addresses = `${counted(Math.round(low * distinct))} to ${counted(Math.round(high * distinct))}`;
    return `  ${verdict.padEnd(13)} ${percent(rate).padStart(7)}, likely ${range} (${addresses} addresses)`;
  });
  const whole = plural(distinct, 'distinct address', 'distinct addresses');
  return [`Projected from a sample of ${counted(size)} to all ${whole}:`, ...lines];
}

/** `12,345`. */
export function counted(count: number): string {
  return count.toLocaleString('en-US');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${counted(count)} ${count === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

const VERDICT_OF: Readonly<Record<Reason, Verdict>> = {
  accepted: 'deliverable',
  accept_all: 'risky',
  disposable: 'risky',
  role: 'risky',
  syntax: 'undeliverable',
  no_mx: 'undeliverable',
  mailbox: 'undeliverable',
  no_answer: 'unknown',
  error: 'unknown',
  incomplete: 'unknown',
  several_addresses: 'unknown',
};

function whyOf(verdict: Verdict, { reasons }: ListSummary): string {
  const parts = [...reasons]
    .filter(([reason]) => VERDICT_OF[reason] === verdict && reason !== 'accepted')
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${counted(count)}`);
  return parts.length === 0 ? '' : `  (${parts.join(', ')})`;
}
