/** What pages and the service read of a list. */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Reason, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { toCorrection } from '../../formats/read/corrections.ts';
import type { CellAddress } from '../../formats/row.ts';
import { createAddressJudge } from '../../formats/write/judged-row.ts';
import { judgeAddress, type Policy, type PolicyJudgement } from '../../policy/policy.ts';
import type {
  ListEntry,
  ListedAddresses,
  ListFacts,
  ListTexts,
  ListView,
  ReasonCounts,
  RowCounts,
  RuleOfTeam,
  ShownPart,
  TextPosition,
  Typo,
} from '../../service/lists/list-files.ts';
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
  const found: AddressRow[] = [];
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
  readonly select: (from: number, limit: number, skip: number) => readonly AddressRow[];
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

/** With the very outcomes that stand behind their rows in the download. */
function toEntries(
  list: UploadedList,
  rows: readonly AddressRow[],
  policy: Policy | undefined,
): ListEntry[] {
  const codes = list.codesOf(rows.filter(hasResult).map(({ ordinal }) => Number(ordinal)));
  const resultOf = createResultFinder(list);
  return rows.map((row) => {
    const result = hasResult(row) ? resultOf(row, codes.get(Number(row.ordinal))) : undefined;
    const entry = toEntry(row, createAddressJudge({ lookup: () => result, judging: { policy } }));
    if (!policy || !result) return entry;
    return { ...entry, by: ruleOf(judgeAddress(entry.text, result, { policy }).by) };
  });
}

function ruleOf(by: PolicyJudgement['by']): RuleOfTeam | undefined {
  return typeof by === 'object' ? by.line : by;
}

function hasResult({ domain, verdict }: AddressRow): boolean {
  return domain !== null && verdict !== null;
}

function toEntry(row: AddressRow, outcomeOf: ReturnType<typeof createAddressJudge>): ListEntry {
  const text = row.domain === null ? String(row.local) : `${row.local}@${row.domain}`;
  const isOpen = row.domain !== null && row.verdict === null;
  const { verdict, reason, detail, score, suggestion } = outcomeOf(cellOf(text, row));
  const judged = isOpen || reason === 'empty' ? {} : { verdict, reason, detail, score };
  return { text, rows: Number(row.rows), suggestion, ...judged };
}

function cellOf(raw: string, { domain, problem }: AddressRow): CellAddress {
  if (domain !== null) return { raw, address: raw };
  return { raw, address: undefined, problem: problem as CellAddress['problem'] } as CellAddress;
}

/** Domains and providers that are named. */
const MAX_NAMED = 100;

/** What stands behind the numbers of a list, which is judged by the policy. */
export function readFacts(list: UploadedList, policy?: Policy): ListFacts {
  const reasons = new Map<Reason, Uint32Array>();
  const undecided = { addresses: 0, rows: 0 };
  const judge = createRowJudge(list, policy);
  for (const row of list.database.prepare(JUDGED_ROWS).iterate()) {
    const reason = judge(row)?.reason;
    if (!reason) continue;
    const rows = Number(row.rows);
    // Whatever a policy makes of it: it may come out otherwise.
    if (VERDICT_OF[reason] === 'unknown' && row.domain !== null) {
      undecided.addresses += 1;
      undecided.rows += rows;
    }
    const counts = reasons.get(reason) ?? new Uint32Array(VERDICTS.length);
    const verdict = Number(row.verdict);
    counts[verdict] = (counts[verdict] ?? 0) + rows;
    reasons.set(reason, counts);
  }
  return {
    reasons: [...reasons].map(toReasonCounts).sort((one, other) => other.rows - one.rows),
    domains: countsBy(list, 'domain', 'address WHERE domain IS NOT NULL'),
    providers: countsBy(list, 'provider.name', 'address JOIN provider USING (domain)'),
    undecided,
    typos: readTypos(list),
    corrected: correctedOf(list),
  };
}

function toReasonCounts([reason, counts]: [Reason, Uint32Array]): ReasonCounts {
  const [deliverable = 0, risky = 0, undeliverable = 0, unknown = 0] = counts;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return { reason, rows, verdicts: { deliverable, risky, undeliverable, unknown } };
}

const judgeCell = createAddressJudge({ lookup: () => undefined });

/** Different typing errors that are named. */
const MAX_TYPOS = 1000;

function readTypos({ database }: UploadedList): Typo[] {
  const found = new Map<string, Typo>();
  const note = (text: string, suggestion: string | undefined, rows: number) => {
    if (suggestion === undefined) return;
    const [from, to] = toCorrection(text, suggestion);
    found.set(from, { from, to, rows: rows + (found.get(from)?.rows ?? 0) });
  };
  for (const { domain, rows } of database.prepare(TYPED_DOMAINS).iterate()) {
    const address = `x@${domain}`;
    note(address, judgeCell({ raw: address, address }).suggestion, Number(rows));
  }
  for (const { local, rows } of database.prepare(TYPED_TEXTS).iterate()) {
    const raw = String(local);
    const { suggestion } = judgeCell({ raw, address: undefined, problem: 'syntax' });
    note(raw, suggestion, Number(rows));
  }
  return [...found.values()].sort((one, other) => other.rows - one.rows).slice(0, MAX_TYPOS);
}

const TYPED_DOMAINS = `SELECT domain, sum(rows) AS rows FROM address
  WHERE suggested = 1 AND rows > 0 AND domain IS NOT NULL GROUP BY domain`;
const TYPED_TEXTS = `SELECT local, sum(rows) AS rows FROM address
  WHERE suggested = 1 AND rows > 0 AND domain IS NULL GROUP BY local`;

function correctedOf({ header: { plan, corrected = {} } }: UploadedList): Typo[] {
  return (plan.corrections ?? []).map(([from, to]) => ({ from, to, rows: corrected[from] ?? 0 }));
}

const JUDGED_ROWS =
  'SELECT ordinal, domain, local, problem, rows, verdict FROM address WHERE verdict IS NOT NULL AND rows > 0';

function countsBy({ database }: UploadedList, name: string, from: string): RowCounts[] {
  const sums = VERDICTS.map((verdict, at) => `sum(rows * (verdict IS ${at})) AS ${verdict}`);
  const found = database
    .prepare(
      `SELECT ${name} AS name, sum(rows) AS rows, ${sums.join(', ')} FROM ${from}
       GROUP BY 1 HAVING sum(rows) > 0 ORDER BY 2 DESC, 1 LIMIT ${MAX_NAMED}`,
    )
    .all();
  return found.map((row) => ({
    name: String(row.name),
    rows: Number(row.rows),
    verdicts: {
      deliverable: Number(row.deliverable),
      risky: Number(row.risky),
      undeliverable: Number(row.undeliverable),
      unknown: Number(row.unknown),
    },
  }));
}

/** Texts that are read at once: some milliseconds of a thread. */
const AT_ONCE = 5000;

/** A cell that is no address has no domain. */
const DOMAIN = "coalesce(domain, '')";
const INDEX = `CREATE INDEX IF NOT EXISTS address_texts ON address (local, ${DOMAIN})`;
const TEXTS = `SELECT local, ${DOMAIN} AS domain FROM address WHERE (local, ${DOMAIN}) > (?, ?)
  ORDER BY local, ${DOMAIN} LIMIT ?`;

/** In the order of the texts, so that whatever stores them writes one page of an index after the other. */
export function readTexts(database: DatabaseSync, [local, domain]: TextPosition): ListTexts {
  database.exec(INDEX);
  const rows = database.prepare(TEXTS).all(local, domain, AT_ONCE);
  const places = rows.map((row): TextPosition => [String(row.local), String(row.domain)]);
  const texts = places.map((place) => (place[1] === '' ? place[0] : place.join('@')));
  return { texts, last: rows.length < AT_ONCE ? undefined : places.at(-1) };
}

const LISTED = `SELECT ordinal, local || '@' || domain AS email FROM address
  WHERE ordinal > ? AND domain IS NOT NULL AND rows > 0 ORDER BY ordinal LIMIT ?`;

/** Addresses in the order of the list. */
export function readListed(database: DatabaseSync, after: number, limit: number): ListedAddresses {
  const rows = database.prepare(LISTED).all(after, limit);
  return {
    emails: rows.map(({ email }) => String(email)),
    ordinals: rows.map(({ ordinal }) => Number(ordinal)),
  };
}
