import type { ReportFacts } from '../../../../formats/report/report-facts.ts';
import type { Texts } from '../../../../i18n/texts.ts';
import type { Invocation } from '../../../invocation.ts';
import { reportFormat } from '../../../io/format.ts';
import { loadTexts } from '../../../render/summary.ts';
import type { ResultOptions } from '../options.ts';
import type { FinishPlan } from '../submit/plan-finish.ts';
import { projectSample } from './summary.ts';
import { writeText } from './write-list.ts';

/** Writes the files of `--report`, each in the format that its name says. */
export async function writeReports(
  { context: { signal } }: Invocation,
  { job, destination, results }: FinishPlan,
  facts: ReportFacts,
): Promise<void> {
  for (const path of results.reports) {
    const render = await loadReport(path);
    await writeText({ job, destination, signal }, { path, text: render(facts) });
  }
}

/** Loads what writes the report of that name. */
export function loadReport(path: string): Promise<(facts: ReportFacts) => string> {
  return REPORTS[reportFormat(path)]();
}

/** The texts of reports, and of the summary in a workbook. */
export async function reportTexts({ lang }: Pick<ResultOptions, 'lang'>): Promise<Texts> {
  return await loadTexts(lang);
}

/** Loaded only where a report is written. */
const REPORTS = {
  html: async () => (await import('../../../../formats/report/report.ts')).renderReport,
  md: async () => (await import('../../../../formats/report/markdown.ts')).renderMarkdown,
  json: async () => (await import('../../../../formats/report/report-json.ts')).renderReportJson,
};

/** The totals of a list, for a report and for the second sheet of a workbook. */
export function reportFacts(
  { context, mask }: Invocation,
  finish: FinishPlan,
  { summary, text }: Pick<ReportFacts, 'summary' | 'text'>,
): ReportFacts {
  const { name, service, counts } = finish.job.record;
  return {
    name: mask(name),
    at: context.clock.now(),
    service: service.startsWith('embedded:') ? text('report.embedded_service') : service,
    summary,
    text,
    counts,
    sample: projectSample(finish),
    problems: problemsOf(text, finish.reachability),
  };
}

function problemsOf(text: Texts, log: FinishPlan['reachability']): string[] {
  const id = log?.isRemote ? 'report.problem_of_service' : 'report.problem';
  const command = 'mailvet doctor';
  return (log?.problems ?? []).map((problem) =>
    text(id, { problem: text(`problems.${problem}`), command }),
  );
}
