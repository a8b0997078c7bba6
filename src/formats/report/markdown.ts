import { REASONS, VERDICTS } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import { shareOf } from '../../lib/wording.ts';
import { type BounceForecast, forecastOf } from './bounce-forecast.ts';
import { addsDetail, detailWords } from './details.ts';
import { isUndecidable, providerName } from './provider-name.ts';
import { listFigures, type ReportFacts, type SampleProjection } from './report-facts.ts';
import { forecastNotes, forecastRows, limitRows, sendAnswer } from './send-answer.ts';

/** What a list came to, as Markdown. It names domains, but no address. */
export function renderMarkdown(facts: ReportFacts): string {
  const { name, at, service, sample, text, problems = [] } = facts;
  const time = text.moment(at);
  const forecast = forecastOf(facts);
  return [
    `# ${escaped(name)}`,
    ...(forecast ? [`**${escaped(sendAnswer(text, forecast))}**`] : []),
    `${text('report.written', { time, service: escaped(service) })}.`,
    ...problems.map((problem) => `> ${escaped(problem)}`),
    ...(sample ? [projection(text, sample)] : []),
    verdictTable(facts),
    ...(forecast ? [forecastTables(text, forecast)] : []),
    reasonTable(facts),
    ...detailList(facts),
    ...providerTable(facts),
    ...domainTable(facts),
    listTable(facts),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function verdictTable({ summary: { verdicts, total }, text }: ReportFacts): string {
  const rows = VERDICTS.map((verdict) => [
    text(`verdicts.${verdict}`),
    text.number(verdicts[verdict]),
    text.percent(shareOf(verdicts[verdict], total)),
    text(`verdictsAdvice.${verdict}`),
  ]);
  const heads = [
    text('report.verdict'),
    text('report.results_column'),
    text('report.share'),
    text('report.what_to_do'),
  ];
  return `## ${text('report.results', { count: total })}\n\n${table(heads, rows)}`;
}

function forecastTables(text: Texts, forecast: BounceForecast): string {
  const columns = ['mailing.rows', 'mailing.bounces', 'report.share'] as const;
  const expected = table(
    ['', ...columns.map((column) => text(column))],
    forecastRows(text, forecast),
  );
  const limits = limitRows(text).map(({ sender, bounces, complaints, url, read }) => [
    sender,
    bounces,
    complaints,
    `${url} (${read})`,
  ]);
  const heads = ['sender', 'bounces', 'complaints', 'source'] as const;
  return [
    `## ${text('mailing.figures')}`,
    expected,
    ...forecastNotes(text, forecast).map(escaped),
    `### ${text('mailing.limits')}`,
    table(
      heads.map((head) => text(`mailing.${head}`)),
      limits,
    ),
  ].join('\n\n');
}

function reasonTable({ summary: { reasons, total }, text }: ReportFacts): string {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => [
      reason,
      text.number(reasons[reason]),
      text.percent(shareOf(reasons[reason], total)),
      text(`reasons.${reason}`),
    ]);
  const heads = [
    text('report.reason'),
    text('report.results_column'),
    text('report.share'),
    text('report.meaning'),
  ];
  return `## ${text('report.why')}\n\n${table(heads, rows)}`;
}

function detailList({ summary: { details }, text }: ReportFacts): string[] {
  const shown = details.filter(addsDetail);
  if (shown.length === 0) return [];
  return [
    shown
      .map(
        (detail) =>
          `- ${text(`verdicts.${detail.verdict}`)}: ${escaped(detailWords(text, detail))}`,
      )
      .join('\n'),
  ];
}

const MAX_DOMAINS = 25;

function domainTable({ summary: { domains }, text }: ReportFacts): string[] {
  if (domains.length === 0) return [];
  const rows = domains
    .slice(0, MAX_DOMAINS)
    .map(({ domain, total, verdicts }) => [
      domain,
      text.number(total),
      text.percent(shareOf(verdicts.undeliverable, total)),
    ]);
  const heads = [
    text('report.domain'),
    text('report.results_column'),
    text('report.undeliverable_column'),
  ];
  return [`## ${text('report.domains_most')}\n\n${table(heads, rows)}`];
}

function providerTable({ summary: { providers }, text }: ReportFacts): string[] {
  if (providers.length === 0) return [];
  const all = providers.reduce((sum, { total }) => sum + total, 0);
  const rows = providers
    .slice(0, MAX_DOMAINS)
    .map(({ provider, total }) => [
      providerName(provider),
      text.number(total),
      text.percent(total / all),
      isUndecidable(provider) ? text('report.undecidable') : '',
    ]);
  const heads = [
    text('report.provider'),
    text('report.results_column'),
    text('report.share'),
    text('report.meaning'),
  ];
  return [`## ${text('report.providers')}\n\n${table(heads, rows)}`];
}

function listTable(facts: ReportFacts): string {
  const rows = listFigures(facts).map(([label, count]) => [label, facts.text.number(count)]);
  return `## ${facts.text('report.the_list')}\n\n${table(['', ''], rows)}`;
}

function projection(text: Texts, { size, distinct, rates }: SampleProjection): string {
  const rows = rates.map(({ verdict, rate, interval: { low, high } }) => [
    text(`verdicts.${verdict}`),
    text.percent(rate),
    text('report.range', { low: text.percent(low), high: text.percent(high) }),
  ]);
  const only = text('report.sample_only', { count: size, all: distinct });
  const heads = [
    text('report.verdict'),
    text('report.in_sample'),
    text('report.in_list_likely_95'),
  ];
  const said = `${only} ${text('report.sample_rest_below')}`;
  return `## ${text('report.sample_projected')}\n\n${said}\n\n${table(heads, rows)}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const rule = `| ${heads.map(() => '---').join(' | ')} |`;
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** Text of the list or of a service can't become markup. */
function escaped(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
}
