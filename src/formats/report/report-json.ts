import { isoTime } from '../../lib/iso-time.ts';
import { forecastOf } from './bounce-forecast.ts';
import type { ReportFacts } from './report-facts.ts';

/** The facts of a report for programs, one JSON object. It names domains, but no address. */
export function renderReportJson(facts: ReportFacts): string {
  const { at, text: _, ...named } = facts;
  const bounces = forecastOf(facts);
  return `${JSON.stringify({ ...named, bounces, at: isoTime(at) }, undefined, 2)}\n`;
}
