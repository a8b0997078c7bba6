import { REASONS, VERDICT_OF, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { addsDetail, detailWords } from '../../formats/report/details.ts';
import type { SampleProjection } from '../../formats/report/report-facts.ts';
import type { ListSummary } from '../../formats/report/summarise.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import type { Palette } from '../io/colour.ts';
import { bar, column } from './block-chart.ts';

interface SummaryStyle {
  readonly palette: Palette;
  /** Columns of the terminal; undefined without one: then there are no bars. */
  readonly columns: number | undefined;
  /** Where the files are, for the first line; the summary then has five lines and no scores. */
  readonly where?: string | undefined;
}

/** What was verified. */
export interface SummarySubject {
  /** Of the list; undefined for addresses that no list holds. */
  readonly name: string | undefined;
  /** Distinct addresses; a list may have one in several rows. */
  readonly addresses: number;
}

/**
 * A line for the list, one for each verdict with its share and why, and on a terminal bars beside
 * them and the scores below.
 */
export function renderSummary(
  subject: SummarySubject,
  summary: ListSummary,
  style: SummaryStyle,
): string[] {
  const { scores } = summary;
  const where = style.where ? `, ${safeLine(style.where)}` : '';
  const heading = `${headingOf(subject, summary)}${where}`;
  const lines = VERDICTS.flatMap((verdict) => verdictLines(verdict, summary, style));
  const graphs = style.columns !== undefined && where === '' && scores.some((count) => count > 0);
  return [heading, ...lines, ...(graphs ? [scoreLine(summary, style)] : [])];
}

/** `contacts.csv: 17 addresses in 20 rows, 1 without an address` */
function headingOf({ name, addresses }: SummarySubject, { total, empty }: ListSummary): string {
  const without = empty > 0 ? `, ${counted(empty)} without an address` : '';
  const distinct = plural(addresses, 'address', 'addresses');
  if (name === undefined) return `${distinct}${without}`;
  return `${safeLine(name)}: ${distinct} in ${plural(total + empty, 'row')}${without}`;
}

function verdictLines(verdict: Verdict, summary: ListSummary, style: SummaryStyle): string[] {
  const { verdicts, total } = summary;
  const width = Math.max(...VERDICTS.map((each) => counted(verdicts[each]).length));
  const share = shareOf(verdicts[verdict], total);
  const label = style.palette.verdict(verdict, verdict.padEnd(LABEL));
  const figures = ` ${counted(verdicts[verdict]).padStart(width)} ${percent(share).padStart(8)}`;
  const why = reasonsText(verdict, summary);
  const { columns } = style;
  if (columns === undefined) return [`  ${label}${figures}${why && `  (${why})`}`];
  const size = barWidth(columns);
  const blocks = bar(share, size);
  const drawn = `  ${label}${figures}  ${style.palette.verdict(verdict, blocks)}`;
  if (why === '') return [drawn.trimEnd()];
  const reasons = style.palette.faint(why);
  const room = columns - (LABEL + figures.length + size + 6);
  // On a narrow terminal the reasons have a line of their own below.
  if (why.length > room) return [drawn.trimEnd(), `    ${reasons}`];
  return [`${drawn}${' '.repeat(size - blocks.length)}  ${reasons}`];
}

/** The longest verdict's name. */
const LABEL = 13;

function barWidth(columns: number): number {
  return Math.max(8, Math.min(30, Math.floor((columns - 30) / 3)));
}

/** `score 0 ▁ ▁▁ ▃█ 100`: a column for each ten points. */
function scoreLine({ scores }: ListSummary, { palette }: SummaryStyle): string {
  const most = Math.max(...scores);
  const drawn = scores.map((count) => column(shareOf(count, most))).join('');
  return `  ${'score'.padEnd(LABEL)} ${palette.faint('0')} ${drawn} ${palette.faint('100')}`;
}

/** Reasons with their counts, followed by the service's fine reasons in words. */
function reasonsText(verdict: Verdict, summary: ListSummary): string {
  const shownReasons = summary.details.filter(
    (detail) => detail.verdict === verdict && addsDetail(detail),
  );
  const shown = shownReasons.slice(0, MAX_DETAILS).map(detailWords).join(', ');
  return [reasonCounts(verdict, summary), shown].filter(Boolean).join('; ');
}

const MAX_DETAILS = 4;

function reasonCounts(verdict: Verdict, { reasons }: ListSummary): string {
  return REASONS.filter((reason) => VERDICT_OF[reason] === verdict && reason !== 'accepted')
    .filter((reason) => reasons[reason] > 0)
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => `${reason} ${counted(reasons[reason])}`)
    .join(', ');
}

export function renderProjection({ size, distinct, rates }: SampleProjection): string[] {
  const isWhole = size >= distinct;
  const lines = rates.map(({ verdict, rate, interval: { low, high } }) => {
    const known = `  ${verdict.padEnd(13)} ${percent(rate).padStart(7)}`;
    if (isWhole) return `${known} (${plural(Math.round(rate * distinct), 'address', 'addresses')})`;
    const range = `${percent(low)} to ${percent(high)}`;
    const addresses = `${counted(Math.round(low * distinct))} to ${counted(Math.round(high * distinct))}`;
    return `${known}, likely ${range} (${addresses} addresses)`;
  });
  const whole = plural(distinct, 'distinct address', 'distinct addresses');
  if (isWhole) return [`The sample is the whole list, ${whole}:`, ...lines];
  return [`Projected from a sample of ${counted(size)} to all ${whole}:`, ...lines];
}
