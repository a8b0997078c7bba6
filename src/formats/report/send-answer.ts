import type { Texts } from '../../i18n/texts.ts';
import { answerOf, type BounceForecast, type ExpectedBounces } from './bounce-forecast.ts';
import { SENDER_LIMITS, type SenderLimits } from './sender-limits.ts';

/** Whether one may send: to the list as it is, and to its safe rows. */
export function sendAnswer(text: Texts, forecast: BounceForecast): string {
  const answers = [listAnswer(text, forecast), safeAnswer(text, forecast.safe)];
  return answers.join(text.language === 'ja' ? '' : ' ');
}

function listAnswer(text: Texts, forecast: BounceForecast): string {
  const answer = answerOf(forecast);
  const { list } = forecast;
  if (answer.kind === 'unknown')
    return text('mailing.unknown', { share: roundPercent(text, list.low) });
  const share = rangeText(text, list);
  if (answer.kind === 'go') return text('mailing.go', { share });
  const { sender, consequence, at } = answer.limit;
  const limit = text(`mailing.limit_${consequence}`, { sender, share: shortPercent(text, at) });
  return text(`mailing.${answer.kind}`, { share, limit });
}

function safeAnswer(text: Texts, { rows, high }: ExpectedBounces): string {
  if (rows === 0) return text('mailing.no_safe');
  return text('mailing.safe', { count: rows, share: roundPercent(text, high) });
}

/** `5.1 % to 6.0 %`; one percentage where both ends read alike. */
function rangeText(text: Texts, { low, high }: ExpectedBounces): string {
  const [from, to] = [roundPercent(text, low), roundPercent(text, high)];
  return from === to ? from : text('report.range', { low: from, high: to });
}

/** `5.1 %`, `67 %`. */
function roundPercent(text: Texts, share: number): string {
  return share < 0.1 ? text.percent(share) : shortPercent(text, Math.round(share * 100) / 100);
}

/** `5 %`, `0.3 %`. */
function shortPercent(text: Texts, share: number): string {
  return text.percent(share).replace(/[.,]0(?!\d)/, '');
}

/** A row of the figures: what is mailed, its rows, those that bounce, and their share. */
export function forecastRows(
  text: Texts,
  { list, safe }: BounceForecast,
): (readonly [name: string, rows: string, bounces: string, share: string])[] {
  return (
    [
      ['mailing.whole_list', list],
      ['mailing.safe_rows', safe],
    ] as const
  ).map(([name, expected]) => [
    text(name),
    text.number(expected.rows),
    bouncesText(text, expected),
    rangeText(text, expected),
  ]);
}

function bouncesText(text: Texts, { rows, low, high }: ExpectedBounces): string {
  const from = text.number(Math.round(low * rows));
  const to = text.number(Math.round(high * rows));
  return from === to ? from : text('report.range', { low: from, high: to });
}

/** What the figures rest on. */
export function forecastNotes(text: Texts, { undecided, worst }: BounceForecast): string[] {
  const share = roundPercent(text, worst);
  const open = undecided > 0 ? [text('mailing.note_undecided', { count: undecided, share })] : [];
  return [text('mailing.note'), ...open, text('mailing.note_safe')];
}

/** What a sender allows, in words. */
interface LimitRow {
  readonly sender: string;
  readonly bounces: string;
  readonly complaints: string;
  readonly url: string;
  /** `read on 2026-11-29`. */
  readonly read: string;
}

export function limitRows(text: Texts): LimitRow[] {
  return SENDER_LIMITS.map((limits) => limitRow(text, limits));
}

function limitRow(text: Texts, { sender, bounces, complaints, url, read }: SenderLimits): LimitRow {
  return {
    sender,
    bounces: limitsText(text, bounces),
    complaints: limitsText(text, complaints),
    url,
    read: text('mailing.read_on', { day: text.day(Date.parse(read)) }),
  };
}

function limitsText(text: Texts, limits: SenderLimits['complaints']): string {
  if (limits.length === 0) return text('mailing.no_limit');
  return limits
    .map(({ at, consequence }) =>
      text(`mailing.at_${consequence}`, { share: shortPercent(text, at) }),
    )
    .join(', ');
}
