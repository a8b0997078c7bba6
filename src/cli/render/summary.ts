import { DETAIL_REASONS, type DetailCode, isDetailCode } from '../../contract/detail-reasons.ts';
import {
  REASONS,
  type Reason,
  VERDICT_OF,
  VERDICTS,
  type Verdict,
} from '../../contract/verdict.ts';
import { forecastBounces } from '../../formats/report/bounce-forecast.ts';
import { addsDetail, type DetailSummary, detailWords } from '../../formats/report/details.ts';
import type { SampleProjection } from '../../formats/report/report-facts.ts';
import { sendAnswer } from '../../formats/report/send-answer.ts';
import type { ListSummary } from '../../formats/report/summarise.ts';
import { detailCount } from '../../formats/words.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Texts } from '../../i18n/texts.ts';
import { safeJson, safeLine } from '../../lib/safe-text.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import type { Invocation } from '../invocation.ts';
import { type Palette, paletteFor } from '../io/terminal.ts';
import { printLines } from './wrap.ts';

interface SummaryStyle {
  /** The words of reports, in English. */
  readonly text: Texts;
  readonly palette: Palette;
  /** Columns of the terminal; undefined without one: then there are no bars. */
  readonly columns: number | undefined;
  /** Where the files are, for the first line; the summary then has six lines and no scores. */
  readonly where?: string | undefined;
}

/** What was verified. */
interface SummarySubject {
  /** Whether other addresses of the list were not verified; none by default. */
  readonly isSample?: boolean;
  /** Of the list; undefined for addresses that no list holds. */
  readonly name: string | undefined;
  /** Distinct addresses; a list may have one in several rows. */
  readonly addresses: number;
}

/**
 * A line for the list, one that says whether one may send to it, one for each verdict with its share and
 * why, and on a terminal bars beside them and the scores below.
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
  const forecast =
    subject.name === undefined ? undefined : forecastBounces(summary, subject.isSample);
  const answer = forecast ? [sendAnswer(style.text, forecast)] : [];
  const graphs = style.columns !== undefined && where === '' && scores.some((count) => count > 0);
  return [heading, ...answer, ...lines, ...(graphs ? [scoreLine(summary, style)] : [])];
}

/** `contacts.csv: 20 rows with 17 addresses, 1 without an address`: all other figures are of rows. */
function headingOf({ name, addresses }: SummarySubject, { total, empty }: ListSummary): string {
  const without = empty > 0 ? `, ${counted(empty)} without an address` : '';
  const distinct = plural(addresses, 'address', 'addresses');
  if (name === undefined) return `${distinct}${without}`;
  const rows = total + empty;
  const inRows = rows === addresses ? distinct : `${plural(rows, 'row')} with ${distinct}`;
  return `${safeLine(name)}: ${inRows}${without}`;
}

function verdictLines(verdict: Verdict, summary: ListSummary, style: SummaryStyle): string[] {
  const { verdicts, total } = summary;
  const width = Math.max(...VERDICTS.map((each) => counted(verdicts[each]).length));
  const share = shareOf(verdicts[verdict], total);
  const label = style.palette.verdict(verdict, verdict.padEnd(LABEL_CELLS));
  const figures = ` ${counted(verdicts[verdict]).padStart(width)} ${percent(share).padStart(8)}`;
  const why = reasonsText(style.text, verdict, summary);
  const { columns } = style;
  if (columns === undefined) return [`  ${label}${figures}${why && `  (${why})`}`];
  const size = barWidth(columns);
  const blocks = bar(share, size);
  const drawn = `  ${label}${figures}  ${style.palette.verdict(verdict, blocks)}`;
  if (why === '') return [drawn.trimEnd()];
  const reasons = style.palette.faint(why);
  const room = columns - (LABEL_CELLS + figures.length + size + 6);
  // On a narrow terminal the reasons have a line of their own below.
  if (why.length > room) return [drawn.trimEnd(), `    ${reasons}`];
  return [`${drawn}${' '.repeat(size - blocks.length)}  ${reasons}`];
}

/** Cells of the longest verdict. */
const LABEL_CELLS = Math.max(...VERDICTS.map(({ length }) => length));

function barWidth(columns: number): number {
  return Math.max(8, Math.min(30, Math.floor((columns - 30) / 3)));
}

/** `score 0 ▁ ▁▁ ▃█ 100`: a column for each ten points. */
function scoreLine({ scores }: ListSummary, { palette }: SummaryStyle): string {
  const most = Math.max(...scores);
  const drawn = scores.map((count) => column(shareOf(count, most))).join('');
  return `  ${'score'.padEnd(LABEL_CELLS)} ${palette.faint('0')} ${drawn} ${palette.faint('100')}`;
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
  return [...words, ...(others > 0 ? [plural(others, 'other')] : [])].join(', ');
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
  const [one, many] = REASON_WORDS[reason];
  return plural(count, one, many);
}

type PlainReason = Exclude<Reason, DetailCode>;

/** One, and many, of each reason that is no fine one. */
const REASON_WORDS: Readonly<Record<PlainReason, readonly [string, string]>> = {
  disposable: ['disposable address', 'disposable addresses'],
  role: ['role address', 'role addresses'],
  mailbox: ['mailbox rejects mail', 'mailboxes reject mail'],
  error: ['address with an error of the service', 'addresses with an error of the service'],
  incomplete: ['address without a complete result', 'addresses without a complete result'],
  several_addresses: ['cell with several addresses', 'cells with several addresses'],
};

export function renderProjection({ size, distinct, rates }: SampleProjection): string[] {
  const isWhole = size >= distinct;
  const lines = rates.map(({ verdict, rate, interval: { low, high } }) => {
    const label = verdict.padEnd(LABEL_CELLS);
    const known = `  ${label} ${percent(rate).padStart(7)}`;
    const count = (share: number) => Math.round(share * distinct);
    if (isWhole) return `${known} (${plural(count(rate), 'address', 'addresses')})`;
    return `${known}, likely ${percent(low)} to ${percent(high)} (${counted(count(low))} to ${counted(count(high))} addresses)`;
  });
  const addresses = plural(distinct, 'distinct address', 'distinct addresses');
  if (isWhole) return [`The sample is the whole list, ${addresses}:`, ...lines];
  return [`Projected from a sample of ${counted(size)} to all ${addresses}:`, ...lines];
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

interface SummaryView {
  readonly subject: SummarySubject;
  readonly summary: ListSummary;
  /** Where the files are, if the first line says it. */
  readonly where?: string | undefined;
  /** Further lines. */
  readonly below?: readonly string[];
}

/** Prints what a run came to, on stderr; nothing with --quiet. */
export async function printSummary(
  { context, globals }: Invocation,
  { subject, summary, where, below = [] }: SummaryView,
): Promise<void> {
  if (globals.quiet) return;
  const { stderr, env, live } = context;
  if (globals.jsonStderr) return await stderr.write(`${summaryJson({ subject, summary })}\n`);
  const palette = await paletteFor(stderr, env);
  const text = await loadTexts('en');
  const columns = live.isLive ? (stderr.columns ?? 80) : undefined;
  const lines = [...renderSummary(subject, summary, { text, palette, columns, where }), ...below];
  // Not by notice, which would strip the colours: only the name is foreign text, and it is made safe.
  await printLines(stderr, lines);
}

function summaryJson({ subject, summary }: SummaryView): string {
  const { total, empty, verdicts, reasons, suggestions } = summary;
  const { name = null, addresses } = subject;
  return safeJson({
    summary: { list: name, addresses, rows: total, empty, verdicts, reasons, suggestions },
  });
}

/** By one import: Node finds it again also where an upgrade has replaced mailvet's files meanwhile. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { loadTexts: load } = await import('../../i18n/load-texts.ts');
  return await load(language);
}
