import { DETAIL_REASONS, isDetailCode } from '../../contract/detail-reasons.ts';
import { FLAG_NAMES, type FlagName } from '../../contract/facts.ts';
import { judge, REASONS, type Reason, VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { type Hint, MailvetError } from '../../lib/errors.ts';
import { inspectList } from '../inspect/inspect-list.ts';
import type { ListPlan } from '../plan.ts';
import { readBatches } from '../read/read-rows.ts';
import type { ListRow } from '../row.ts';
import type { ListSource } from '../source.ts';
import type { FileResult, GivenRow, WordMeaning } from './given-result.ts';
import { parseTime } from './parse-time.ts';
import {
  FOREIGN_VERIFIERS,
  type ForeignVerifier,
  REASONS_OF,
  type ResultSource,
  VERIFIER_FORMATS,
} from './verifiers.ts';

/** Where a file of another verifier has what it says, as indexes of cells. */
interface ForeignColumns {
  readonly status: number;
  /** Columns of a broader result, used if the word is unknown. */
  readonly broader: readonly number[];
  readonly finer: readonly number[];
  readonly flags: readonly (readonly [at: number, reason: Reason])[];
  readonly checkedAt: number;
  /** How many of the columns that only this verifier has are there. */
  readonly marks: number;
}

/** A verifier whose columns a file has. */
interface Candidate {
  readonly verifier: ForeignVerifier;
  readonly columns: ForeignColumns;
}

interface ForeignWords extends WordMeaning {
  readonly checkedAt: number | undefined;
}

/** The verifiers whose results may stand under such a header. */
function findCandidates(header: readonly string[]): readonly Candidate[] {
  const names = header.map(plainName);
  return FOREIGN_VERIFIERS.flatMap((verifier) => {
    const columns = findColumns(names, verifier);
    return columns ? [{ verifier, columns }] : [];
  });
}

/** `ZB Status` → `zbstatus`; `debounce.result` → `debounceresult`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}

function findColumns(
  names: readonly string[],
  verifier: ForeignVerifier,
): ForeignColumns | undefined {
  const format = VERIFIER_FORMATS[verifier];
  const first = (wanted: readonly string[]) =>
    wanted.map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1;
  const status = first(format.status);
  if (status === -1) return undefined;
  const flags = Object.entries(format.flags ?? {}).flatMap(([name, reason]) => {
    const at = names.indexOf(name);
    return at === -1 ? [] : [[at, reason] as const];
  });
  return {
    status,
    broader: (format.broader ?? []).map((name) => names.indexOf(name)).filter((at) => at !== -1),
    finer: format.finer.map((name) => names.indexOf(name)).filter((at) => at !== -1),
    flags,
    checkedAt: first(format.checkedAt),
    marks: format.marks.filter((name) => names.includes(name)).length,
  };
}

/** What the cells of a row say; undefined if the verifier has no such word. */
function readForeignCells(
  cells: readonly string[],
  { verifier, columns }: Candidate,
): ForeignWords | undefined {
  const { words, reasons } = VERIFIER_FORMATS[verifier];
  const meaning = [columns.status, ...columns.broader]
    .map((at) => plainWord(cells[at]))
    .map((word) => (Object.hasOwn(words, word) ? words[word] : undefined))
    .find((one) => one !== undefined);
  if (!meaning) return undefined;
  const { verdict } = meaning;
  const found = [
    ...columns.finer.map((at) => reasons[plainWord(cells[at])]),
    ...columns.flags.map(([at, reason]) => (isTrue(cells[at]) ? reason : undefined)),
  ].find((reason) => reason !== undefined && REASONS_OF[verdict].has(reason));
  const checkedAt = parseTime(cells[columns.checkedAt] ?? '');
  const isFull = columns.flags.some(([at, reason]) => reason === 'mailbox' && isTrue(cells[at]));
  if (isFull && verdict === 'risky') {
    return { verdict: 'undeliverable', reason: 'mailbox', checkedAt };
  }
  return { verdict, reason: found ?? meaning.reason, checkedAt };
}

/** `Catch-All` → `catch_all` */
function plainWord(cell = ''): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function isTrue(cell = ''): boolean {
  return /^(?:true|yes|1)$/i.test(cell.trim());
}

/** Words of a broader column say less of whose they are. */
function withoutBroader({ verifier, columns }: Candidate): Candidate {
  return { verifier, columns: { ...columns, broader: [] } };
}

/** The verifier whose words most rows have, of several the one with the most columns of its own. */
function chooseCandidate(
  candidates: readonly Candidate[],
  rows: readonly (readonly string[])[],
): readonly Candidate[] {
  const scored = candidates.map((candidate) => ({
    candidate,
    known: rows.filter((cells) => readForeignCells(cells, withoutBroader(candidate))).length,
    marks: candidate.columns.marks,
  }));
  const possible = scored.filter(({ known }) => known > 0 && known * 2 >= rows.length);
  const mostMarks = Math.max(...possible.map(({ marks }) => marks));
  const marked = possible.filter(({ marks }) => marks === mostMarks);
  const mostKnown = Math.max(...marked.map(({ known }) => known));
  return marked.filter(({ known }) => known === mostKnown).map(({ candidate }) => candidate);
}

/** Where a file that mailvet wrote has its results, as indexes of cells. */
interface OwnColumns {
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
function findOwnColumns(header: readonly string[], addressColumn: number): readonly OwnColumns[] {
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
function readOwnCells(cells: readonly string[], columns: OwnColumns): OwnWords | undefined {
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

/** A file of results. */
export interface ResultFile {
  readonly source: ResultSource;
  /** The columns with the addresses of its results, by their names. */
  readonly columns: readonly string[];
  /** Its rows in their order, a batch at a time; rows without an address are left out. */
  rows(): AsyncGenerator<readonly GivenRow[]>;
}

interface ResultsReading {
  /** How to read a sheet. */
  readonly reading?: Parameters<typeof inspectList>[1];
  /** Whose results they are, where the user says so. */
  readonly verifier?: ForeignVerifier | undefined;
}

/**
 * Finds out whose results a list holds, by its columns and words: of mailvet, or of another verifier.
 * Throws an input error for a list that holds none, or those of we can't say whom.
 */
export async function openResults(
  source: ListSource,
  { reading, verifier }: ResultsReading = {},
): Promise<ResultFile> {
  const plan = await inspectList(source, {
    ...reading,
    chooseColumn: async ([first]) => first?.index ?? 0,
  });
  const header = plan.header ?? [];
  const own = verifier ? [] : findOwnColumns(header, plan.columns[0] ?? 0);
  if (own.length > 0) return ownFile(source, plan, own);
  const candidate = await findForeign(source, plan, verifier);
  return foreignFile(source, plan, candidate);
}

/** A column without a name has its number. */
export function columnNames({ header, columns }: ListPlan): string[] {
  return columns.map((at) => header?.[at]?.trim() || String(at + 1));
}

function ownFile(source: ListSource, plan: ListPlan, columns: readonly OwnColumns[]): ResultFile {
  const own = { ...plan, columns: columns.map(({ email }) => email), coalesce: false };
  return {
    source: 'mailvet',
    columns: columnNames(own),
    rows: () => rowsOf(source, own, (row) => readOwnRow(row, columns)),
  };
}

function readOwnRow(row: ListRow, columns: readonly OwnColumns[]): GivenRow | undefined {
  const results: FileResult[] = [];
  for (const { address, raw, column = 0 } of row.addresses) {
    const given = columns[column];
    const email = address ?? raw.trim();
    if (!given || email === '') continue;
    const words = readOwnCells(row.cells, given);
    if (!words) return { line: row.line, unreadable: 'it has no verdict' };
    results.push({ email, isAddress: address !== undefined, ...words });
  }
  return results.length === 0 ? undefined : { line: row.line, results };
}

function foreignFile(source: ListSource, plan: ListPlan, candidate: Candidate): ResultFile {
  const [column = 0] = plan.columns;
  const one = { ...plan, columns: [column] };
  return {
    source: candidate.verifier,
    columns: columnNames(one),
    rows: () => rowsOf(source, one, (row) => readForeignRow(row, candidate)),
  };
}

function readForeignRow(row: ListRow, candidate: Candidate): GivenRow | undefined {
  const [found] = row.addresses;
  const email = found?.address ?? found?.raw.trim() ?? '';
  if (email === '') return undefined;
  const words = readForeignCells(row.cells, candidate);
  if (words)
    return {
      line: row.line,
      results: [{ email, isAddress: found?.address !== undefined, ...words }],
    };
  const word = row.cells[candidate.columns.status]?.trim() ?? '';
  const { label } = VERIFIER_FORMATS[candidate.verifier];
  return { line: row.line, unreadable: `"${word}" is no result of ${label}` };
}

async function* rowsOf(
  source: ListSource,
  plan: ListPlan,
  read: (row: ListRow) => GivenRow | undefined,
): AsyncGenerator<readonly GivenRow[]> {
  for await (const rows of readBatches(source, plan)) yield rows.flatMap((row) => read(row) ?? []);
}

/** Rows that are looked at to find out whose words they have. */
const SAMPLE = 1000;

async function findForeign(
  source: ListSource,
  plan: ListPlan,
  named: ForeignVerifier | undefined,
): Promise<Candidate> {
  const all = findCandidates(plan.header ?? []);
  const candidates = named ? all.filter(({ verifier }) => verifier === named) : all;
  if (candidates.length === 0) throw noResults(source, named);
  const chosen = named ? candidates : chooseCandidate(candidates, await sampleRows(source, plan));
  const [one, ...others] = chosen;
  if (!one) throw noResults(source, named);
  if (others.length > 0) throw severalVerifiers(source, [one, ...others]);
  return one;
}

async function sampleRows(
  source: ListSource,
  plan: ListPlan,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const batch of readBatches(source, plan)) {
    rows.push(...batch.filter(({ problem }) => problem !== 'blank').map(({ cells }) => cells));
    if (rows.length >= SAMPLE) break;
  }
  return rows.slice(0, SAMPLE);
}

function noResults({ name }: ListSource, named: ForeignVerifier | undefined): MailvetError {
  const what = named ? `results of ${VERIFIER_FORMATS[named].label}` : 'results of a verification';
  return new MailvetError('input', `${name} holds no ${what}`, {
    hint: named
      ? [
          'Leave out ',
          { code: 'setting', name: 'from' },
          ': the verifier is found by columns and words',
        ]
      : 'Give a file that mailvet has written, or an export of another verifier with its own columns',
  });
}

function severalVerifiers({ name }: ListSource, found: readonly Candidate[]): MailvetError {
  const labels = found.map(({ verifier }) => VERIFIER_FORMATS[verifier].label).join(' or ');
  return new MailvetError('input', `${name} may hold results of ${labels}`, {
    hint: [
      'Say whose they are: ',
      ...found.flatMap(
        ({ verifier }, at): Exclude<Hint, string> => [
          ...(at === 0 ? [] : [' or ']),
          { code: 'setting', name: 'from', takes: verifier },
        ],
      ),
    ],
  });
}
