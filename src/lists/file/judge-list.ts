/** Brings the verdicts of the addresses of a list to the policy of its team. */
import { setImmediate } from 'node:timers/promises';
import { VERDICTS, type Verdict } from '../../contract/verdict.ts';
import { inTransaction } from '../../lib/sqlite.ts';
import type { JudgedCounts } from '../../service/lists/list-ports.ts';
import type { TeamJudging } from '../../service/teams/policy-ports.ts';
import { createRowJudge, type RowJudge } from './row-judge.ts';
import type { UploadedList } from './uploaded-list.ts';

/** Ordinals that are judged in one transaction. Other tasks of the list run between two. */
const SLICE = 10_000;
/**
 * Brings the verdicts of a list to a policy, slice by slice: what is interrupted goes on where it was.
 * Nothing is to be done where they were judged by it already.
 */
export async function judgeList(
  list: UploadedList,
  { version, policy }: TeamJudging,
): Promise<JudgedCounts> {
  let judge: RowJudge | undefined;
  let seen: number | undefined;
  while (!isJudgedBy(list, version)) {
    if (judge) await setImmediate();
    inTransaction(list.database, () => {
      const now = list.dataVersion();
      // Results came meanwhile, of whatever rows.
      if (!judge || seen !== now) judge = createRowJudge(list, policy);
      seen = now;
      judgeSlice(list, version, judge);
    });
  }
  return countsOf(list);
}

function isJudgedBy({ header: { judged } }: UploadedList, version: string): boolean {
  return (judged?.by ?? '') === version && judged?.upTo === undefined;
}

/** `judgedBy` differs from all versions while the list is judged in part. */
export function countsOf({ header: { verdicts, judged } }: UploadedList): JudgedCounts {
  const by = judged?.by ?? '';
  return { verdicts, judgedBy: judged?.upTo === undefined ? by : `${by} in part` };
}

function judgeSlice(list: UploadedList, version: string, judge: RowJudge): void {
  const { header, database } = list;
  const { by = '', upTo } = header.judged ?? {};
  const from = by === version ? (upTo ?? 0) : 0;
  const next = from + SLICE;
  const verdicts: Record<Verdict, number> = { ...header.verdicts };
  const set = database.prepare('UPDATE address SET verdict = ? WHERE ordinal = ?');
  for (const row of database.prepare(JUDGED).all(from, next)) {
    const before = VERDICTS[Number(row.verdict)];
    const now = judge(row)?.verdict;
    if (now === undefined || before === undefined || now === before) continue;
    verdicts[before] -= Number(row.rows);
    verdicts[now] += Number(row.rows);
    set.run(VERDICTS.indexOf(now), Number(row.ordinal));
  }
  const last = Number(
    database.prepare('SELECT max(ordinal) AS last FROM address').get()?.last ?? 0,
  );
  const judged = next > last ? { by: version } : { by: version, upTo: next };
  list.updateHeader({ ...header, verdicts, judged });
}

const JUDGED = `SELECT ordinal, domain, local, problem, rows, verdict FROM address
  WHERE ordinal >= ? AND ordinal < ? AND domain IS NOT NULL AND verdict IS NOT NULL`;
