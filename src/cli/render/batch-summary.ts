import { DETAIL_REASONS, isDetailCode } from '../../contract/detail-reasons.ts';
import {
  REASONS,
  type Reason,
  VERDICT_OF,
  VERDICTS,
  type Verdict,
} from '../../contract/verdict.ts';
import { addsDetail, type DetailSummary, detailWords } from '../../formats/report/details.ts';
import type { SampleProjection } from '../../formats/report/report-facts.ts';
import type { ListSummary } from '../../formats/report/summarise.ts';
import { detailCount } from '../../formats/words.ts';
import type { Texts } from '../../i18n/texts.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { shareOf } from '../../lib/wording.ts';
import type { Palette } from '../io/colour.ts';

interface SummaryStyle {
  readonly text: Texts;
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
  const heading = `${headingOf(subject, summary, style.text)}${where}`;
  const lines = VERDICTS.flatMap((verdict) => verdictLines(verdict, summary, style));
  const graphs = style.columns !== undefined && where === '' && scores.some((count) => count > 0);
  return [heading, ...lines, ...(graphs ? [scoreLine(summary, style)] : [])];
}

/** `contacts.csv: 20 rows with 17 addresses, 1 without an address`: all other figures are of rows. */
function headingOf(
  { name, addresses }: SummarySubject,
  { total, empty }: ListSummary,
  text: Texts,
): string {
  const without = empty > 0 ? `, ${text('summary.without_address', { count: empty })}` : '';
  const distinct = text('summary.addresses', { count: addresses });
  if (name === undefined) return `${distinct}${without}`;
  const rows = total + empty;
  const inRows =
    rows === addresses
      ? distinct
      : text('summary.rows_with_addresses', { addresses: distinct, count: rows });
  return `${text('summary.of_list', { name: safeLine(name), addresses: inRows })}${without}`;
}

function verdictLines(verdict: Verdict, summary: ListSummary, style: SummaryStyle): string[] {
  const { verdicts, total } = summary;
  const { text } = style;
  const width = Math.max(...VERDICTS.map((each) => text.number(verdicts[each]).length));
  const labelWidth = widestLabel(text);
  const share = shareOf(verdicts[verdict], total);
  const label = style.palette.verdict(verdict, padded(text(`verdicts.${verdict}`), labelWidth));
  const figures = ` ${text.number(verdicts[verdict]).padStart(width)} ${text.percent(share).padStart(8)}`;
  const why = reasonsText(text, verdict, summary);
  const { columns } = style;
  if (columns === undefined) return [`  ${label}${figures}${why && `  (${why})`}`];
  const size = barWidth(columns);
  const blocks = bar(share, size);
  const drawn = `  ${label}${figures}  ${style.palette.verdict(verdict, blocks)}`;
  if (why === '') return [drawn.trimEnd()];
  const reasons = style.palette.faint(why);
  const room = columns - (labelWidth + figures.length + size + 6);
  // On a narrow terminal the reasons have a line of their own below.
  if (why.length > room) return [drawn.trimEnd(), `    ${reasons}`];
  return [`${drawn}${' '.repeat(size - blocks.length)}  ${reasons}`];
}

/** Cells of the longest verdict's name. */
function widestLabel(text: Texts): number {
  return Math.max(...VERDICTS.map((verdict) => cellsOf(text(`verdicts.${verdict}`))));
}

/** Cells of one of our words: letters of Japanese take two. */
function cellsOf(word: string): number {
  return [...word].reduce((cells, letter) => cells + (letter < '\u2e80' ? 1 : 2), 0);
}

function padded(label: string, width: number): string {
  return label + ' '.repeat(Math.max(0, width - cellsOf(label)));
}

function barWidth(columns: number): number {
  return Math.max(8, Math.min(30, Math.floor((columns - 30) / 3)));
}

/** `score 0 ▁ ▁▁ ▃█ 100`: a column for each ten points. */
function scoreLine({ scores }: ListSummary, { text, palette }: SummaryStyle): string {
  const most = Math.max(...scores);
  const drawn = scores.map((count) => column(shareOf(count, most))).join('');
  return `  ${padded(text('summary.score'), widestLabel(text))} ${palette.faint('0')} ${drawn} ${palette.faint('100')}`;
}

/** `2 mailboxes do not exist, 1 mailbox full`: each row once, by the finest reason that is known of it. */
function reasonsText(text: Texts, verdict: Verdict, summary: ListSummary): string {
  const known = summary.details.filter((detail) => detail.verdict === verdict);
  const fine = known.filter(addsDetail);
  const plain = plainCounts(verdict, summary.verdictReasons[verdict], fine);
  const counted = [
    ...fine.map((detail) => ({ count: detail.count, words: detailWords(text, detail) })),
    ...plain.map(({ reason, count }) => ({ count, words: plainWords(text, reason, count) })),
  ].sort((a, b) => b.count - a.count);
  const others = counted.slice(MAX_WORDS).reduce((sum, { count }) => sum + count, 0);
  const words = counted.slice(0, MAX_WORDS).map((one) => one.words);
  return [...words, ...(others > 0 ? [text('summary.others', { count: others })] : [])].join(', ');
}

const MAX_WORDS = 8;

/** Rows by their plain reason that no fine reason explains. */
function plainCounts(
  verdict: Verdict,
  reasons: ListSummary['verdictReasons'][Verdict],
  fine: readonly DetailSummary[],
): readonly { readonly reason: Reason; readonly count: number }[] {
  const explained = (reason: Reason) =>
    fine.reduce((sum, one) => sum + (plainReason(one) === reason ? one.count : 0), 0);
  // A fine reason that only its service knows stands for the most common plain one.
  let foreign = fine.reduce((sum, one) => sum + (plainReason(one) ? 0 : one.count), 0);
  return REASONS.filter((reason) => VERDICT_OF[reason] !== verdict || reason !== 'accepted')
    .map((reason) => ({ reason, count: reasons[reason] - explained(reason) }))
    .sort((a, b) => b.count - a.count)
    .map(({ reason, count }) => {
      const taken = Math.max(0, Math.min(count, foreign));
      foreign -= taken;
      return { reason, count: count - taken };
    })
    .filter(({ count }) => count > 0);
}

function plainReason({ reason }: DetailSummary): Reason | undefined {
  return isDetailCode(reason) ? DETAIL_REASONS[reason].reason : undefined;
}

function plainWords(text: Texts, reason: Reason, count: number): string {
  if (isDetailCode(reason)) return detailCount(text, reason, count);
  return text(`summary.reason_${reason}`, { count });
}

export function renderProjection(
  text: Texts,
  { size, distinct, rates }: SampleProjection,
): string[] {
  const isWhole = size >= distinct;
  const lines = rates.map(({ verdict, rate, interval: { low, high } }) => {
    const label = padded(text(`verdicts.${verdict}`), widestLabel(text));
    const known = `  ${label} ${text.percent(rate).padStart(7)}`;
    const count = (share: number) => Math.round(share * distinct);
    if (isWhole) return `${known} (${text('summary.addresses', { count: count(rate) })})`;
    const range = text('report.range', { low: text.percent(low), high: text.percent(high) });
    return `${known}, ${text('summary.likely', { range, low: count(low), high: count(high) })}`;
  });
  const addresses = text('summary.distinct_addresses', { count: distinct });
  if (isWhole) return [text('summary.sample_is_whole', { addresses }), ...lines];
  return [text('summary.projected', { count: size, addresses }), ...lines];
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
const COLUMNS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A horizontal bar in eighths of a character; a value above zero is always visible. */
export function bar(share: number, width: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * width * 8)) : 0;
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One vertical bar, up to a full block; a value above zero is always visible. */
export function column(share: number): string {
  return COLUMNS[Math.ceil(share * 8)] ?? '█';
}
