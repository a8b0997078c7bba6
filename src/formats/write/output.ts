import { FACT_NAMES } from '../../contract/facts.ts';
import type { Judging, Policy } from '../../policy/policy.ts';
import type { ReportFacts } from '../report/report-facts.ts';
import type { JudgedRow } from './judged-row.ts';

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
/** Columns that are added only if they are named: what a result rests on. */
const EVIDENCE_COLUMNS = [
  'free',
  'provider',
  'mx_host',
  'reply',
  'checked_at',
  'mailbox',
  'domain_delivered',
  'domain_bounced',
  'domain_since',
] as const;
/** All of them, with `others`: the other addresses of a split cell; `original`: a mended cell as it was. */
export const LIST_COLUMNS = [
  ...RESULT_COLUMNS,
  'others',
  'original',
  'action',
  ...EVIDENCE_COLUMNS,
] as const;
/** One of `LIST_COLUMNS`. */
export type ResultColumn = (typeof LIST_COLUMNS)[number];

/** Columns by the name of a choice; undefined for those of every output. */
export const COLUMN_PRESETS = {
  all: undefined,
  short: ['verdict', 'detail', 'suggestion'],
  evidence: ['verdict', 'reason', 'detail', ...EVIDENCE_COLUMNS],
  none: [],
} as const satisfies Readonly<Record<string, readonly ResultColumn[] | undefined>>;

/** What a policy may name as its columns. */
export const POLICY_COLUMNS: readonly string[] = [...Object.keys(COLUMN_PRESETS), ...LIST_COLUMNS];

/** The columns that a policy names, which were checked when it was read; undefined for all. */
export function policyColumns({ columns }: Policy): readonly ResultColumn[] | undefined {
  if (typeof columns !== 'string') return columns?.filter(isColumn);
  if (isPreset(columns)) return COLUMN_PRESETS[columns];
  return isColumn(columns) ? [columns] : undefined;
}

function isColumn(name: string): name is ResultColumn {
  return LIST_COLUMNS.some((column) => column === name);
}

export function isPreset(name: string): name is keyof typeof COLUMN_PRESETS {
  return Object.hasOwn(COLUMN_PRESETS, name);
}

/** Whether a column needs what the mail host answered. */
export function needsEvidence(columns: readonly ResultColumn[] | undefined): boolean {
  return columns?.some((column) => ['mx_host', 'reply', 'checked_at'].includes(column)) ?? false;
}

/** What is written of the results, and in which form. */
export interface OutputOptions {
  readonly format: OutputFormat;
  /** Called for each cell of the list that is longer than a workbook takes, and was cut. */
  readonly onCutCell?: () => void;
  /** What the second sheet of a workbook says; asked for once all rows are written. */
  readonly facts?: () => ReportFacts;
  /** The added columns wanted, in this order; all of them by default. */
  readonly columns?: readonly ResultColumn[];
  /** Whether a row is written. Blank lines are left out with it. */
  readonly keep?: ((judged: JudgedRow) => boolean) | undefined;
  /** How results are judged; by default as the service says. */
  readonly judging?: Judging | undefined;
  /** JSON: the fields stand behind the list's own, which are not under `input`. */
  readonly flat?: boolean;
  /** Guards the list's own cells too against being taken for formulas. Lossy: `+49…` changes. */
  readonly escapeFormulas?: boolean;
  /** Called for each row, those that are filtered out included: for summaries and reports. */
  readonly observe?: (judged: JudgedRow) => void;
}
