import { DETAIL_REASONS, isDetailCode } from '../../contract/detail-reasons.ts';
import { FLAG_NAMES, type FlagName } from '../../contract/facts.ts';
import { judge, REASONS, type Reason, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { parseTime } from './parse-time.ts';

/** Where a file that mailvet wrote has its results, as indexes of cells. */
export interface OwnColumns {
  readonly email: number;
  readonly verdict: number;
  readonly reason: number;
  readonly detail: number;
  readonly checkedAt: number;
  /** In the order of `FLAG_NAMES`; empty unless all of them are there. */
  readonly flags: readonly number[];
}

/** A column that a list had already gets this before its name, each time that it is verified. */
const PREFIX = 'mailvet_';

/**
 * The columns that mailvet has added to a list, for each of its address columns. None where it has added
 * neither a verdict nor the facts that it follows from.
 */
export function findOwnColumns(
  header: readonly string[],
  addressColumn: number,
): readonly OwnColumns[] {
  const names = header.map((name) => name.trim().toLowerCase());
  const single = columnsBehind(names, '', addressColumn);
  if (single) return [single];
  const prefixes = names.flatMap((name) => ownPrefix(name));
  return [...new Set(prefixes)].flatMap((prefix) => columnsBehind(names, prefix, -1) ?? []);
}

/** The prefix of `verdict` in the name of a column that mailvet added. */
function ownPrefix(name: string): string[] {
  const isOwn = name.endsWith('_verdict') && !name.startsWith('input.');
  return isOwn ? [name.slice(0, -'verdict'.length)] : [];
}

/** The newest columns whose names begin so; undefined without a verdict and facts. */
function columnsBehind(
  names: readonly string[],
  prefix: string,
  addressColumn: number,
): OwnColumns | undefined {
  const find = (field: string) => newest(names, prefix + field);
  const flags = FLAG_NAMES.map((name) => find(name.toLowerCase()));
  const hasFlags = flags.every((at) => at !== -1);
  const verdict = find('verdict');
  const named = find('email');
  const email = named === -1 ? addressColumn : named;
  if (email === -1 || (verdict === -1 && !hasFlags)) return undefined;
  const others = { reason: find('reason'), detail: find('detail'), checkedAt: find('checked_at') };
  return { email, verdict, ...others, flags: hasFlags ? flags : [] };
}

/** The column of a name with the most prefixes: a list that was verified twice has two of them. */
function newest(names: readonly string[], field: string): number {
  for (let wanted = field, found = -1; ; wanted = PREFIX + wanted) {
    const at = names.lastIndexOf(wanted);
    if (at === -1 && !names.includes(PREFIX + wanted)) return found;
    if (at !== -1) found = at;
  }
}

interface OwnWords {
  readonly verdict: Verdict;
  readonly reason: Reason | undefined;
  readonly detail: string | undefined;
  readonly checkedAt: number | undefined;
}

/** What the cells of a row say; undefined where they hold no verdict. */
export function readOwnCells(cells: readonly string[], columns: OwnColumns): OwnWords | undefined {
  const cell = (at: number) => cells[at]?.trim() ?? '';
  const detail = cell(columns.detail) || undefined;
  const named = REASONS.find((one) => one === cell(columns.reason));
  const verdict = VERDICTS.find((one) => one === cell(columns.verdict));
  const checkedAt = parseTime(cell(columns.checkedAt));
  if (verdict === undefined) {
    const judged = columns.verdict === -1 ? judgeFlags(columns.flags.map(cell)) : undefined;
    return judged && { ...judged, detail, checkedAt };
  }
  return { verdict, reason: named ?? reasonOf(detail), detail, checkedAt };
}

function reasonOf(detail: string | undefined): Reason | undefined {
  return detail !== undefined && isDetailCode(detail) ? DETAIL_REASONS[detail].reason : undefined;
}

/** Only by the facts, as the interface has them. */
function judgeFlags(values: readonly string[]) {
  // An empty cell: nobody looked it up.
  if (!values.every((value) => /^(?:true|false|)$/i.test(value))) return undefined;
  if (values.every((value) => value === '')) return undefined;
  const result = Object.fromEntries(
    FLAG_NAMES.flatMap((name, at) => {
      const value = values[at]?.toLowerCase();
      return value ? [[name, value === 'true']] : [];
    }),
  ) as Partial<Record<FlagName, boolean>>;
  return judge({ result });
}
