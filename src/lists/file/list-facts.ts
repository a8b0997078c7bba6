import type { SQLOutputValue } from 'node:sqlite';
import { judge, type Reason, VERDICTS } from '../../contract/verdict.ts';
import { toCorrection } from '../../formats/read/corrections.ts';
import { createOutcomes } from '../../formats/write/outcome.ts';
import type { ListFacts, RowCounts, Typo } from '../../service/lists/list-files.ts';
import { isPacked } from './packed-results.ts';
import type { UploadedList } from './uploaded-list.ts';

/** Domains and providers that are named. */
const MAX_NAMED = 100;

type Row = Readonly<Record<string, SQLOutputValue>>;

/** What stands behind the numbers of a list. */
export function readFacts(list: UploadedList): ListFacts {
  const reasons = new Map<Reason, number>();
  const undecided = { addresses: 0, rows: 0 };
  const reasonOf = createReasonFinder(list);
  for (const row of list.database.prepare(JUDGED).iterate()) {
    const reason = reasonOf(row);
    const rows = Number(row.rows);
    if (row.verdict === UNKNOWN && row.domain !== null) {
      undecided.addresses += 1;
      undecided.rows += rows;
    }
    if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
  }
  return {
    reasons: [...reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((one, other) => other.rows - one.rows),
    domains: countsBy(list, 'domain', 'address WHERE domain IS NOT NULL'),
    providers: countsBy(list, 'provider.name', 'address JOIN provider USING (domain)'),
    undecided,
    typos: readTypos(list),
    corrected: correctedOf(list),
  };
}

const judgeCell = createOutcomes({ lookup: () => undefined });

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

const UNKNOWN = VERDICTS.indexOf('unknown');
const JUDGED =
  'SELECT ordinal, domain, local, problem, rows, verdict FROM address WHERE verdict IS NOT NULL AND rows > 0';

/** Finds the reason of a row of the addresses; undefined where it has no result. */
export function createReasonFinder(list: UploadedList): (row: Row) => Reason | undefined {
  const codes = list.codes();
  // A list has few different codes for its length.
  const known = new Map<number, Reason>();
  return ({ ordinal, domain, local, problem }) => {
    if (domain === null) return problem === 'several_addresses' ? problem : 'syntax';
    const code = codes[Number(ordinal)] ?? 0;
    const found = known.get(code);
    if (found || code === 0) return found;
    const result = list.unpack(code, { address: `${local}@${domain}`, ordinal: Number(ordinal) });
    const { reason } = judge({ result: result?.verification, error: result?.error });
    if (isPacked(code)) known.set(code, reason);
    return reason;
  };
}

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
