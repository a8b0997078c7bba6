import type { ListPlan } from '../../../../formats/plan.ts';
import { prepareFormat } from '../../../../formats/write/write-results.ts';
import type { WrittenFile } from '../../../../lists/file/job-record.ts';
import { loadBaseline } from '../../../baseline.ts';
import type { Invocation } from '../../../invocation.ts';
import type { ResultOptions } from '../options.ts';
import { loadReport } from '../results/write-report.ts';
import { type Destination, refuseOccupied } from './destination.ts';

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
  invocation: Pick<Invocation, 'texts'>,
  destination: Destination,
  results: ResultOptions,
  { plan, written = [] }: PlannedList,
): Promise<void> {
  const { reports, columns } = results;
  await refuseOccupied(destination, written);
  await prepareFormat(plan, { format: destination.format, columns });
  await loadBaseline(results);
  await invocation.texts();
  for (const report of reports) await loadReport(report);
}
