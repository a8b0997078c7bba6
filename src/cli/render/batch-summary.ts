import { REASONS, VERDICT_OF, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import type { SampleProjection } from '../../lists/report.ts';
import type { ListSummary } from '../../lists/summarise.ts';
import type { Palette } from '../colour.ts';
import { bar, column } from './bars.ts';

export interface SummaryStyle {
  readonly palette: Palette;
  /** Columns of the terminal; undefined where there is none: no bars are drawn then. */
  readonly columns: number | undefined;
}

/**
 * A line for the list, one for each verdict with its share and why, and on a terminal bars beside
 * them and the scores below.
 */
export function renderSummary(name: string, summary: ListSummary, style: SummaryStyle): string[] {
  const { total, scores } = summary;
  const heading = `${safeLine(name)}: ${plural(total, 'row')}`;
  const lines = VERDICTS.map((verdict) => verdictLine(verdict, summary, style));
  const graphs = style.columns !== undefined && scores.some((count) => count > 0);
  return [heading, ...lines, ...(graphs ? [scoreLine(summary, style)] : [])];
}

function verdictLine(verdict: Verdict, summary: ListSummary, style: SummaryStyle): string {
  const { verdicts, total } = summary;
  const width = Math.max(...VERDICTS.map((each) => counted(verdicts[each]).length));
  const share = shareOf(verdicts[verdict], total);
  const label = style.palette.verdict(verdict, verdict.padEnd(13));
  const figures = `${counted(verdicts[verdict]).padStart(width)} ${percent(share).padStart(8)}`;
  const start = `  ${label} ${figures}`;
  const why = whyOf(verdict, summary);
  if (style.columns === undefined) return `${start}${why && `  (${why})`}`;
  const size = barWidth(style.columns);
  const drawn = style.palette.verdict(verdict, bar(share, size).padEnd(size));
  const used = 2 + 13 + 1 + width + 1 + 8 + 2 + size;
  // On a narrow terminal the reasons stand below, where they can be read as a line.
  if (why === '') return `${start}  ${drawn}`.trimEnd();
  const fits = used + 2 + why.length <= style.columns;
  return `${start}  ${drawn}${fits ? '  ' : `\n${' '.repeat(4)}`}${style.palette.faint(why)}`;
}

function barWidth(columns: number): number {
  return Math.max(8, Math.min(30, Math.floor((columns - 30) / 3)));
}

/** `scores 0 ▁ ▁▁ ▃█ 100`: a column for each ten points. */
function scoreLine({ scores }: ListSummary, { palette }: SummaryStyle): string {
  const most = Math.max(...scores);
  const drawn = scores.map((count) => column(shareOf(count, most))).join('');
  return `  ${'score'.padEnd(13)} ${palette.faint('0')} ${drawn} ${palette.faint('100')}`;
}

function whyOf(verdict: Verdict, { reasons }: ListSummary): string {
  return REASONS.filter((reason) => VERDICT_OF[reason] === verdict && reason !== 'accepted')
    .filter((reason) => reasons[reason] > 0)
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => `${reason} ${counted(reasons[reason])}`)
    .join(', ');
}

export function renderProjection({ size, distinct, rates }: SampleProjection): string[] {
  const lines = rates.map(({ verdict, rate, interval: { low, high } }) => {
    const range = `${percent(low)} to ${percent(high)}`;
    const addresses = `${counted(Math.round(low * distinct))} to ${counted(Math.round(high * distinct))}`;
    return `  ${verdict.padEnd(13)} ${percent(rate).padStart(7)}, likely ${range} (${addresses} addresses)`;
  });
  const whole = plural(distinct, 'distinct address', 'distinct addresses');
  return [`Projected from a sample of ${counted(size)} to all ${whole}:`, ...lines];
}
