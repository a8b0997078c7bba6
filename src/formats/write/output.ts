import { FACT_NAMES } from '../../contract/facts.ts';
import type { Verdict } from '../../contract/verdict.ts';
import type { ReportFacts } from '../report/report-facts.ts';
import type { RowOutcome } from './outcome.ts';

/** The formats that results are written in. */
export const OUTPUT_FORMATS = ['csv', 'tsv', 'json', 'jsonl', 'xlsx'] as const;
/** One of `OUTPUT_FORMATS`. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The columns that mailvet adds, in their order. */
export const RESULT_COLUMNS = [
  'email',
  ...FACT_NAMES,
  'verdict',
  'reason',
  'error',
  'suggestion',
  'detail',
] as const;
/** The same with `others`: the other addresses of a split cell. */
export const LIST_COLUMNS = [...RESULT_COLUMNS, 'others'] as const;
/** One of `LIST_COLUMNS`. */
export type ResultColumn = (typeof LIST_COLUMNS)[number];

/** What is written of the results, and in which form. */
export interface OutputOptions {
  readonly format: OutputFormat;
  /** Called for each cell of the list that is longer than a workbook takes, and was cut. */
  readonly onCutCell?: () => void;
  /** What the second sheet of a workbook says; asked for once all rows are written. */
  readonly facts?: () => ReportFacts;
  /** The added columns wanted, in this order; all of them by default. */
  readonly columns?: readonly ResultColumn[];
  /** Only rows with one of these verdicts are written. Blank lines are left out with it. */
  readonly only?: readonly Verdict[];
  /** Rows with one of these verdicts are not written. Blank lines are left out with it. */
  readonly exclude?: readonly Verdict[];
  /** Whether a row is written, beside `only` and `exclude`. Blank lines are left out with it. */
  readonly keep?: (outcome: RowOutcome) => boolean;
  /** Whether a deliverable role address is risky (the default) or deliverable. */
  readonly riskyRole?: boolean;
  /** Guards the list's own cells too against being taken for formulas. Lossy: `+49…` changes. */
  readonly escapeFormulas?: boolean;
  /** Called for each outcome, those that are filtered out included: for summaries and reports. */
  readonly observe?: (outcome: RowOutcome) => void;
}
