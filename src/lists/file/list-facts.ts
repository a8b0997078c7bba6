import { type Reason, VERDICT_OF, VERDICTS } from '../../contract/verdict.ts';
import { toCorrection } from '../../formats/read/corrections.ts';
import { createOutcomes } from '../../formats/write/outcome.ts';
import type { Policy } from '../../policy/policy.ts';
import type { ListFacts, ReasonCounts, RowCounts, Typo } from '../../service/lists/list-files.ts';
import { createRowJudge } from './row-judge.ts';
import type { UploadedList } from './uploaded-list.ts';

/** Domains and providers that are named. */
const MAX_NAMED = 100;

/** What stands behind the numbers of a list, which is judged by the policy. */
export function readFacts(list: UploadedList, policy?: Policy): ListFacts {
  const reasons = new Map<Reason, Uint32Array>();
  const undecided = { addresses: 0, rows: 0 };
  const judge = createRowJudge(list, policy);
  for (const row of list.database.prepare(JUDGED).iterate()) {
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

const JUDGED =
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
