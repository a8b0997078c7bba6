import type { ListPlan } from '../../../../formats/plan.ts';
import { prepareFormat } from '../../../../formats/write/write-results.ts';
import { safeLine } from '../../../../lib/safe-text.ts';
import { listJobs } from '../../../../lists/directory/job-directory.ts';
import type { WrittenFile } from '../../../../lists/file/job-record.ts';
import { loadBaseline } from '../../../baseline.ts';
import type { Invocation } from '../../../invocation.ts';
import { loadTexts } from '../../../render/summary.ts';
import type { ResultOptions } from '../options.ts';
import { loadReport, reportTexts } from '../results/write-report.ts';
import { type Destination, refuseOccupied } from './destination.ts';
import { jobsDirectory } from './job-access.ts';

interface PlannedList {
  readonly plan: ListPlan;
  /** Files that were written before. */
  readonly written?: readonly WrittenFile[];
}

/**
 * Refuses outputs that can't be written, before anything is sent. Loads what writes the others: an
 * upgrade may replace mailvet's files while the list is verified.
 */
export async function prepareOutputs(
  invocation: Pick<Invocation, 'context'>,
  destination: Destination,
  results: ResultOptions,
  { plan, written = [] }: PlannedList,
): Promise<void> {
  const { reports, columns } = results;
  await refuseOccupied(destination, written, (path) => ownerOf(invocation, path));
  await prepareFormat(plan, { format: destination.format, columns });
  await loadBaseline(results);
  await reportTexts(results);
  // The summary's.
  await loadTexts('en');
  for (const report of reports) await loadReport(report);
}

/** `it has the results of job_… (list.csv)`: of the newest job that wrote the file; undefined without one. */
export function ownerOf(invocation: Pick<Invocation, 'context'>, path: string): string | undefined {
  const jobs = listJobs(jobsDirectory(invocation));
  const owner = jobs.find(({ written }) => written.some((file) => file.path === path));
  return owner && `it has the results of ${owner.record.id} (${safeLine(owner.record.name)})`;
}
