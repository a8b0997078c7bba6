import { REASON_TEXTS } from '../../contract/reason-texts.ts';
import { REASONS, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { minuteText } from '../../lib/iso-time.ts';
import { shareOf } from '../../lib/wording.ts';
import { type Cell, EMPTY, numberCell, textCell } from '../workbook/out/cell.ts';
import { addsDetail, detailWords } from './details.ts';
import { listFigures, type ReportFacts } from './report-facts.ts';
import type { ListSummary } from './summarise.ts';

type Row = readonly Cell[];

/** What a list came to, as the rows of a sheet. */
export function summaryRows(facts: ReportFacts): Row[] {
  const { name, at, service, summary, problems = [] } = facts;
  const written = minuteText(at);
  return [
    [textCell(name, 'title')],
    [textCell(`Written ${written} UTC, verified by ${service}`)],
    ...problems.map((problem) => [textCell(problem)]),
    [],
    ...verdictRows(summary),
    [],
    ...reasonRows(summary),
    ...detailRows(summary),
    [],
    ...listRows(facts),
  ];
}

function verdictRows({ verdicts, total }: ListSummary): Row[] {
  const rows = VERDICTS.map((verdict) => [
    textCell(verdict, verdict),
    numberCell(verdicts[verdict]),
    shareCell(verdicts[verdict], total),
  ]);
  return [headings('Verdict', 'Results', 'Share'), ...rows];
}

function reasonRows({ reasons, total }: ListSummary): Row[] {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => [
      textCell(reason, VERDICT_OF[reason]),
      numberCell(reasons[reason]),
      shareCell(reasons[reason], total),
      textCell(REASON_TEXTS[reason]),
    ]);
  return [headings('Reason', 'Results', 'Share', 'Meaning'), ...rows];
}

function detailRows({ details }: ListSummary): Row[] {
  const shown = details.filter(addsDetail);
  if (shown.length === 0) return [];
  const rows = shown.map((detail) => [
    textCell(detail.reason, detail.verdict),
    numberCell(detail.count),
    EMPTY,
    textCell(detailWords(detail)),
  ]);
  return [[], headings('Detail', 'Results', '', 'In words'), ...rows];
}

function listRows(facts: ReportFacts): Row[] {
  const rows = listFigures(facts).map(([label, count]) => [textCell(label), numberCell(count)]);
  return [headings('The list', ''), ...rows];
}

function headings(...names: readonly string[]): Row {
  return names.map((name) => textCell(name, 'heading'));
}

function shareCell(part: number, total: number): Cell {
  return numberCell(Number(shareOf(part, total).toFixed(4)), 'share');
}
