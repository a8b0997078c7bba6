import { type Hint, MailvetError } from '../../errors.ts';
import { inspectList } from '../inspect/inspect-list.ts';
import type { ListPlan } from '../plan.ts';
import { readBatches } from '../read/read-rows.ts';
import type { ListRow } from '../row.ts';
import type { ListSource } from '../source.ts';
import {
  type Candidate,
  chooseCandidate,
  findCandidates,
  readForeignCells,
} from './foreign-results.ts';
import type { GivenResult, GivenRow } from './given-result.ts';
import { findOwnColumns, type OwnColumns, readOwnCells } from './own-results.ts';
import { type ForeignVerifier, type ResultSource, VERIFIER_FORMATS } from './verifiers.ts';

/** A file of results. */
export interface ResultFile {
  readonly source: ResultSource;
  /** The columns with the addresses of its results, by their names. */
  readonly columns: readonly string[];
  /** Its rows in their order, a batch at a time; rows without an address are left out. */
  rows(): AsyncGenerator<readonly GivenRow[]>;
}

interface OpenOptions {
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
  { reading, verifier }: OpenOptions = {},
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
export function columnNames({ header, columns }: Pick<ListPlan, 'header' | 'columns'>): string[] {
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
  const results: GivenResult[] = [];
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
