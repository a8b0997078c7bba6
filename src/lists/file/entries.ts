import { setImmediate } from 'node:timers/promises';
import { VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import type { CellAddress } from '../../formats/row.ts';
import { createOutcomes } from '../../formats/write/outcome.ts';
import { judgeAddress, type Policy, type PolicyJudgement } from '../../policy/policy.ts';
import type { ListEntry, ListView, RuleOfTeam, ShownPart } from '../../service/lists/list-files.ts';
import { type AddressRow, createResultFinder, createRowJudge } from './row-judge.ts';
import type { UploadedList } from './uploaded-list.ts';

const COLUMNS = 'ordinal, domain, local, problem, rows, verdict';

/** Ordinals of a slice, ten milliseconds of a search: what others look at comes between two slices. */
const SLICE = 10_000;

interface EntriesOptions {
  /** By which the list is judged. */
  readonly policy?: Policy | undefined;
  /** Those with these ordinals alone. */
  readonly among?: readonly number[] | undefined;
}

/** Addresses of a list, and its other cells, in order. */
export async function readEntries(
  list: UploadedList,
  view: Omit<ListView, 'changed'>,
  { policy, among }: EntriesOptions = {},
): Promise<ListEntry[]> {
  if (among) list.database.exec(`${AMONG}; DELETE FROM temp.among`);
  if (among) list.database.prepare(FILL_AMONG).run(JSON.stringify(among));
  const { count, select } = prepareSlices(list, { ...view, isAmong: among !== undefined }, policy);
  const found: Row[] = [];
  let { skip } = view;
  const end = endOf(list);
  for (let from = 0; from < end && found.length < view.limit; from += SLICE) {
    if (from > 0) await setImmediate();
    const skipped = skip > 0 ? count(from) : 0;
    if (skip > 0 && skipped <= skip) {
      skip -= skipped;
      continue;
    }
    found.push(...select(from, view.limit - found.length, skip));
    skip = 0;
  }
  return toEntries(list, found, policy);
}

interface Slices {
  /** How many of the slice that begins with an ordinal are wanted. */
  readonly count: (from: number) => number;
  readonly select: (from: number, limit: number, skip: number) => readonly Row[];
}

/** Of a view, whether its ordinals are among those of a table of this connection alone. */
type SlicedView = Omit<ListView, 'changed'> & { readonly isAmong: boolean };

const AMONG = 'CREATE TEMP TABLE IF NOT EXISTS among (ordinal INTEGER PRIMARY KEY) STRICT';
const FILL_AMONG = 'INSERT INTO temp.among SELECT value FROM json_each(?)';

function prepareSlices(list: UploadedList, view: SlicedView, policy: Policy | undefined): Slices {
  const { database } = list;
  const { where, values } = conditionsOf(view, policy);
  const slice = (from: number) => [from, from + SLICE, ...values];
  const select = database.prepare(
    `SELECT ${COLUMNS} FROM address WHERE ${where} ORDER BY ordinal LIMIT ? OFFSET ?`,
  );
  if (view.reason !== undefined) {
    const judge = createRowJudge(list, policy);
    const wanted = (from: number) =>
      select.all(...slice(from), -1, 0).filter((row) => judge(row)?.reason === view.reason);
    return {
      count: (from) => wanted(from).length,
      select: (from, limit, skip) => wanted(from).slice(skip, skip + limit),
    };
  }
  const count = database.prepare(`SELECT count(*) AS count FROM address WHERE ${where}`);
  return {
    count: (from) => Number(count.get(...slice(from))?.count),
    select: (from, limit, skip) => select.all(...slice(from), limit, skip),
  };
}

/** Of what is in a slice. */
function conditionsOf(
  { only, reason, domain, provider, search, isAmong }: SlicedView,
  policy: Policy | undefined,
) {
  const text = search.trim();
  const isPlain = reason !== undefined && !policy;
  const verdict = isPlain ? VERDICTS.indexOf(VERDICT_OF[reason]) : undefined;
  const conditions: readonly (readonly [string, ...string[]])[] = [
    ["ordinal >= ? AND ordinal < ? AND rows > 0 AND problem IS NOT 'empty'"],
    ...(isAmong ? [['ordinal IN (SELECT ordinal FROM temp.among)'] as const] : []),
    ...(only === undefined ? [] : [[whichOf(only)] as const]),
    ...(verdict === undefined ? [] : [[`verdict = ${verdict}`] as const]),
    ...(domain === undefined ? [] : [['domain = ?', domain] as const]),
    ...(provider === undefined ? [] : [[OF_PROVIDER, provider] as const]),
    ...(text === '' ? [] : [[CONTAINS, text] as const]),
  ];
  return {
    where: conditions.map(([condition]) => condition).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  };
}

function endOf({ database }: UploadedList): number {
  const last = database.prepare('SELECT max(ordinal) AS last FROM address').get()?.last;
  return last === null ? 0 : Number(last) + 1;
}

/** ASCII letters in any case. */
const CONTAINS = `instr(lower(local || coalesce('@' || domain, '')), lower(?)) > 0`;

const OF_PROVIDER = 'domain IN (SELECT domain FROM provider WHERE name = ?)';

function whichOf(only: ShownPart): string {
  if (only === 'suggestions') return 'suggested = 1';
  if (only === 'unchecked') return 'verdict IS NULL AND domain IS NOT NULL';
  return `verdict = ${VERDICTS.indexOf(only)}`;
}

type Row = AddressRow;

/** With the very outcomes that stand behind their rows in the download. */
function toEntries(
  list: UploadedList,
  rows: readonly Row[],
  policy: Policy | undefined,
): ListEntry[] {
  const codes = list.codesOf(rows.filter(hasResult).map(({ ordinal }) => Number(ordinal)));
  const resultOf = createResultFinder(list);
  return rows.map((row) => {
    const result = hasResult(row) ? resultOf(row, codes.get(Number(row.ordinal))) : undefined;
    const entry = toEntry(row, createOutcomes({ lookup: () => result, judging: { policy } }));
    if (!policy || !result) return entry;
    return { ...entry, by: ruleOf(judgeAddress(entry.text, result, { policy }).by) };
  });
}

function ruleOf(by: PolicyJudgement['by']): RuleOfTeam | undefined {
  return typeof by === 'object' ? by.line : by;
}

function hasResult({ domain, verdict }: Row): boolean {
  return domain !== null && verdict !== null;
}

function toEntry(row: Row, outcomeOf: ReturnType<typeof createOutcomes>): ListEntry {
  const text = row.domain === null ? String(row.local) : `${row.local}@${row.domain}`;
  const isOpen = row.domain !== null && row.verdict === null;
  const { verdict, reason, detail, score, suggestion } = outcomeOf(cellOf(text, row));
  const judged = isOpen || reason === 'empty' ? {} : { verdict, reason, detail, score };
  return { text, rows: Number(row.rows), suggestion, ...judged };
}

function cellOf(raw: string, { domain, problem }: Row): CellAddress {
  if (domain !== null) return { raw, address: raw };
  return { raw, address: undefined, problem: problem as CellAddress['problem'] } as CellAddress;
}
