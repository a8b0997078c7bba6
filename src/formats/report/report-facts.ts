import type { Verdict } from '../../contract/verdict.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { ListSummary } from './summarise.ts';

/** What a report shows. */
export interface ReportFacts {
  /** The list's name for people. */
  readonly name: string;
  /** When the report is written, in milliseconds since the epoch. */
  readonly at: number;
  /** The service that verified: a base URL, or words. */
  readonly service: string;
  readonly summary: ListSummary;
  readonly counts: ReportCounts;
  /** Set when only a sample was verified. */
  readonly sample?: SampleProjection | undefined;
  /** What kept the verifier from learning anything, a sentence each. */
  readonly problems?: readonly string[];
  /** The texts in the language of its readers. */
  readonly text: Texts;
}

/** The list's own figures. */
interface ReportCounts {
  readonly rows: number;
  readonly distinct: number;
  readonly duplicates: number;
  /** Distinct addresses with the mailbox of another; absent without any. */
  readonly sameMailbox?: number;
  readonly unusable: number;
}

/** The list's own figures with their names for people, in the order of every report. */
export function listFigures({
  counts,
  summary,
  text,
}: ReportFacts): readonly (readonly [string, number])[] {
  return [
    [text('report.rows'), counts.rows],
    [text('report.distinct_addresses'), counts.distinct],
    [text('report.duplicates'), counts.duplicates],
    ...(counts.sameMailbox === undefined
      ? []
      : [[text('report.same_mailbox'), counts.sameMailbox] as const]),
    [text('report.without_address'), counts.unusable],
    [text('report.empty_cells'), summary.empty],
    [text('report.likely_typos'), summary.suggestions],
  ];
}

/** The rates of a sample, by distinct address, projected on the whole list. Shares are from 0 to 1. */
export interface SampleProjection {
  /** Distinct addresses of the sample, and of the list. */
  readonly size: number;
  readonly distinct: number;
  readonly rates: readonly Projection[];
}

interface Projection {
  readonly verdict: Verdict;
  readonly rate: number;
  /** At 95 %. */
  readonly interval: { readonly low: number; readonly high: number };
}
