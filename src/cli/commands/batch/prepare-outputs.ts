import type { WrittenFile } from '../../../jobs/job-record.ts';
import { loadFormat } from '../../../lists/write/write-results.ts';
import { type Destination, refuseOccupied } from './destination.ts';
import type { ResultOptions } from './options.ts';
import { loadReport } from './write-report.ts';

/**
 * Refuses outputs that can't be written, before anything is sent. Loads what writes the others: an
 * upgrade may replace mailvet's files while the list is verified.
 */
export async function prepareOutputs(
  destination: Destination,
  { report }: Pick<ResultOptions, 'report'>,
  written: readonly WrittenFile[] = [],
): Promise<void> {
  await refuseOccupied(destination, written);
  await loadFormat(destination.format);
  if (report !== undefined) await loadReport(report);
}
