import { VERDICT_EXPLANATIONS } from '../../contract/explanations.ts';
import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import { REASONS, VERDICTS } from '../../contract/verdict.ts';
import { minuteText } from '../../lib/iso-time.ts';
import { counted, percent, plural, shareOf } from '../../lib/wording.ts';
import { addsDetail, detailWords } from './details.ts';
import { listFigures, type ReportFacts, type SampleProjection } from './report-facts.ts';
import type { ListSummary } from './summarise.ts';

/** What a list came to, as Markdown. It names domains, but no address. */
export function renderMarkdown(facts: ReportFacts): string {
  const { name, at, service, summary, sample, problems = [] } = facts;
  const written = minuteText(at);
  return [
    `# ${escaped(name)}`,
    `Written on ${written} UTC, verified by ${escaped(service)}.`,
    ...problems.map((problem) => `> ${escaped(problem)}`),
    ...(sample ? [projection(sample)] : []),
    verdictTable(summary),
    reasonTable(summary),
    ...detailList(summary),
    ...domainTable(summary),
    listTable(facts),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function verdictTable({ verdicts, total }: ListSummary): string {
  const rows = VERDICTS.map((verdict) => [
    verdict,
    counted(verdicts[verdict]),
    percent(shareOf(verdicts[verdict], total)),
    VERDICT_EXPLANATIONS[verdict].advice,
  ]);
  return `## ${plural(total, 'result')}\n\n${table(['Verdict', 'Results', 'Share', 'What to do'], rows)}`;
}

function reasonTable({ reasons, total }: ListSummary): string {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => [
      reason,
      counted(reasons[reason]),
      percent(shareOf(reasons[reason], total)),
      REASON_TEXTS[reason],
    ]);
  return `## Why\n\n${table(['Reason', 'Results', 'Share', 'Meaning'], rows)}`;
}

function detailList({ details }: ListSummary): string[] {
  const shown = details.filter(addsDetail);
  if (shown.length === 0) return [];
  return [shown.map((detail) => `- ${detail.verdict}: ${escaped(detailWords(detail))}`).join('\n')];
}

const MAX_DOMAINS = 25;

function domainTable({ domains }: ListSummary): string[] {
  if (domains.length === 0) return [];
  const rows = domains
    .slice(0, MAX_DOMAINS)
    .map(({ domain, total, verdicts }) => [
      domain,
      counted(total),
      percent(shareOf(verdicts.undeliverable, total)),
    ]);
  return [
    `## Domains with most addresses\n\n${table(['Domain', 'Results', 'Undeliverable'], rows)}`,
  ];
}

function listTable(facts: ReportFacts): string {
  const rows = listFigures(facts).map(([label, count]) => [label, counted(count)]);
  return `## The list\n\n${table(['', ''], rows)}`;
}

function projection({ size, distinct, rates }: SampleProjection): string {
  const rows = rates.map(({ verdict, rate, interval: { low, high } }) => [
    verdict,
    percent(rate),
    `${percent(low)} to ${percent(high)}`,
  ]);
  const text = `Only ${plural(size, 'address', 'addresses')} of ${counted(distinct)}, drawn at random, were verified. The rest counts as unknown below.`;
  return `## A sample, projected\n\n${text}\n\n${table(['Verdict', 'In the sample', 'In the list, likely (95 %)'], rows)}`;
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
