import { REASONS, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { shareOf } from '../../lib/wording.ts';
import { type CellXml, EMPTY, numberCell, textCell } from '../workbook/out/cell.ts';
import { forecastOf } from './bounce-forecast.ts';
import { addsDetail, detailWords } from './details.ts';
import { listFigures, type ReportFacts } from './report-facts.ts';
import { sendAnswer } from './send-answer.ts';

type SummaryRow = readonly CellXml[];

/** What a list came to, as the rows of a sheet. */
export function summaryRows(facts: ReportFacts): SummaryRow[] {
  const { name, at, service, text, problems = [] } = facts;
  const time = text.moment(at);
  const forecast = forecastOf(facts);
  return [
    [textCell(name, 'title')],
    ...(forecast ? [[textCell(sendAnswer(text, forecast))]] : []),
    [textCell(text('report.written_short', { time, service }))],
    ...problems.map((problem) => [textCell(problem)]),
    [],
    ...verdictRows(facts),
    [],
    ...reasonRows(facts),
    ...detailRows(facts),
    [],
    ...listRows(facts),
  ];
}

function verdictRows({ summary: { verdicts, total }, text }: ReportFacts): SummaryRow[] {
  const rows = VERDICTS.map((verdict) => [
    textCell(text(`verdicts.${verdict}`), verdict),
    numberCell(verdicts[verdict]),
    shareCell(verdicts[verdict], total),
  ]);
  return [
    headings(text('report.verdict'), text('report.results_column'), text('report.share')),
    ...rows,
  ];
}

function reasonRows({ summary: { reasons, total }, text }: ReportFacts): SummaryRow[] {
  const met = REASONS.filter((reason) => reasons[reason] > 0);
  const rows = met
    .sort((a, b) => reasons[b] - reasons[a])
    .map((reason) => [
      textCell(reason, VERDICT_OF[reason]),
      numberCell(reasons[reason]),
      shareCell(reasons[reason], total),
      textCell(text(`reasons.${reason}`)),
    ]);
  return [
    headings(
      text('report.reason'),
      text('report.results_column'),
      text('report.share'),
      text('report.meaning'),
    ),
    ...rows,
  ];
}

function detailRows({ summary: { details }, text }: ReportFacts): SummaryRow[] {
  const shown = details.filter(addsDetail);
  if (shown.length === 0) return [];
  const rows = shown.map((detail) => [
    textCell(detail.reason, detail.verdict),
    numberCell(detail.count),
    EMPTY,
    textCell(detailWords(text, detail)),
  ]);
  const heads = headings(
    text('report.detail_column'),
    text('report.results_column'),
    '',
    text('report.in_words'),
  );
  return [[], heads, ...rows];
}

function listRows(facts: ReportFacts): SummaryRow[] {
  const rows = listFigures(facts).map(([label, count]) => [textCell(label), numberCell(count)]);
  return [headings(facts.text('report.the_list'), ''), ...rows];
}

function headings(...names: readonly string[]): SummaryRow {
  return names.map((name) => textCell(name, 'heading'));
}

function shareCell(part: number, total: number): CellXml {
  return numberCell(Number(shareOf(part, total).toFixed(4)), 'share');
}
