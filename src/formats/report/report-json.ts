import { isoTime } from '../../lib/iso-time.ts';
import type { ReportFacts } from './report-facts.ts';

/** The facts of a report for programs, one JSON object. It names domains, but no address. */
export function renderReportJson({ at, text: _, ...facts }: ReportFacts): string {
  return `${JSON.stringify({ ...facts, at: isoTime(at) }, undefined, 2)}\n`;
}
