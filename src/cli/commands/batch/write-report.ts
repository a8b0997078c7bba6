import { renderMarkdown } from '../../../lists/report/markdown.ts';
import { renderReport } from '../../../lists/report/report.ts';
import type { ReportFacts } from '../../../lists/report/report-facts.ts';
import { renderReportJson } from '../../../lists/report/report-json.ts';
import type { ListSummary } from '../../../lists/report/summarise.ts';
import type { Invocation } from '../../invocation.ts';
import { reportFormat } from '../../io/report-format.ts';
import { problemLine } from '../../service/blind-run.ts';
import type { FinishPlan } from './plan-finish.ts';
import { projectSample } from './summary.ts';
import { writeText } from './write-list.ts';

/** Writes `--report`, if it is wanted: a page, or what its name says. */
export async function writeReport(
  { context: { signal } }: Invocation,
  { job, destination, results }: FinishPlan,
  facts: ReportFacts,
): Promise<void> {
  const { report: path } = results;
  if (path === undefined) return;
  const text = REPORTS[reportFormat(path)](facts);
  await writeText({ job, destination, signal }, { path, text });
}

const REPORTS = { html: renderReport, md: renderMarkdown, json: renderReportJson };

/** What a list came to, for a report and for the second sheet of a workbook. */
export function reportFacts(
  { context, mask }: Invocation,
  finish: FinishPlan,
  summary: ListSummary,
): ReportFacts {
  const { name, service, counts } = finish.job.record;
  return {
    name: mask(name),
    at: context.clock.now(),
    service: service.startsWith('embedded:') ? 'the embedded service' : service,
    summary,
    counts,
    sample: projectSample(finish),
    problems: finish.reachability?.problems.map(problemLine) ?? [],
  };
}
