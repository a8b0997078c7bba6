import type { AccountState } from '../../../../contract/decode.ts';
import { columnLabel, columnName, type ListPlan } from '../../../../formats/plan.ts';
import { safeLine } from '../../../../lib/safe-text.ts';
import { counted } from '../../../../lib/wording.ts';
import type { Scan } from '../../../../lists/directory/job-draft.ts';
import { accountJson, accountText, leftOf } from '../../../connect/account.ts';
import type { Invocation } from '../../../invocation.ts';
import { printOne } from '../../../io/print.ts';
import { type Fact, factLines } from '../../../render/table.ts';
import { severalHint } from '../results/summary.ts';

interface DryRun {
  readonly name: string;
  readonly scan: Scan;
  /** What the team has left, where the service says so. */
  readonly account: AccountState | undefined;
}

/** Prints what would be sent. The report is the command's result, so it goes to stdout. */
export async function printDryRun(
  invocation: Invocation,
  { name, scan, account }: DryRun,
): Promise<void> {
  const { plan, counts } = scan;
  const report = dryRunReport(name, scan);
  const value = account ? { ...report, account: accountJson(account) } : report;
  const lines = [...factsOf(report, plan), ...accountFacts(account, counts.wanted)];
  await printOne(invocation, value, factLines(lines));
  if (counts.several) await invocation.notice(severalHint(counts.several));
}

/** What would be sent of a list. */
export function dryRunReport(
  name: string,
  { plan, counts, batches }: Pick<Scan, 'plan' | 'counts' | 'batches'>,
) {
  return {
    list: name,
    rows: counts.rows,
    distinct: counts.distinct,
    duplicates: counts.duplicates,
    ...(counts.sameMailbox !== undefined && { sameMailbox: counts.sameMailbox }),
    unusable: counts.unusable,
    empty: counts.empty ?? 0,
    severalAddresses: counts.several ?? 0,
    addresses: counts.wanted,
    batches,
    format: formatOf(plan),
    ...(plan.sheet !== undefined && { sheet: plan.sheet }),
    columns: plan.columns.map((index) => columnName(plan.header, index)),
    delimiter: hasDelimiter(plan) ? plan.delimiter : null,
    encoding: plan.encoding,
  };
}

type Report = Readonly<Record<string, unknown>> & {
  readonly list: string;
  readonly sameMailbox?: number;
} & Readonly<
    Record<
      'rows' | 'distinct' | 'duplicates' | 'unusable' | 'empty' | 'addresses' | 'batches',
      number
    >
  >;

function factsOf(report: Report, plan: ListPlan): readonly Fact[] {
  const labels = plan.columns.map((index) => columnLabel(plan.header, index));
  return [
    ['list', safeLine(report.list)],
    ['rows', counted(report.rows)],
    ['distinct addresses', counted(report.distinct)],
    ['duplicates', counted(report.duplicates)],
    ...(report.sameMailbox === undefined
      ? []
      : [['  same mailbox', counted(report.sameMailbox)] as const]),
    ['unusable cells', counted(report.unusable)],
    ...(report.empty > 0 ? [['  of these empty', counted(report.empty)] as const] : []),
    ['addresses to send', counted(report.addresses)],
    ['batches', counted(report.batches)],
    ...(plan.sheet === undefined ? [] : [['sheet', safeLine(plan.sheet)] as const]),
    ['column', safeLine(labels.join(', '))],
    ['format', formatOf(plan)],
    ['delimiter', hasDelimiter(plan) ? delimiterName(plan.delimiter) : 'none'],
    ['encoding', plan.encoding],
  ];
}

function accountFacts(account: AccountState | undefined, wanted: number): readonly Fact[] {
  if (!account) return [];
  const left = leftOf(account);
  const short = left === null ? 0 : wanted - left;
  const fits = short <= 0 ? 'yes' : `no, ${counted(short)} too many`;
  return [
    ['account', accountText(account)],
    ['fits', fits],
  ];
}

/** The rows of a workbook are read as CSV. */
function formatOf({ format, sheet }: ListPlan): string {
  return sheet === undefined ? format : 'workbook';
}

function hasDelimiter(plan: ListPlan): boolean {
  return formatOf(plan) === 'csv';
}

function delimiterName(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : delimiter;
}
