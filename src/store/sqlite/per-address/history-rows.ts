import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { toOtherSpelling } from '../../../service/verifications/cache-policy.ts';
import type { HistoryRow } from '../../rows.ts';
import { buildInsert, rowGroups } from './row-groups.ts';

const INTO = 'verifications (team_id, batch, email, mailbox, at, result_id, checked_at)';

/** Adds rows to the history, with a statement prepared for each size of group. */
export function historyRows(file: DatabaseSync): (rows: readonly HistoryRow[]) => void {
  const prepared = new Map<number, StatementSync>();
  const insertOfSize = (count: number) => {
    const known = prepared.get(count);
    if (known) return known;
    const insert = file.prepare(buildInsert(INTO, '(?, ?, ?, ?, ?, ?, ?)', count));
    prepared.set(count, insert);
    return insert;
  };
  return (rows) => {
    for (const group of rowGroups(rows)) {
      insertOfSize(group.length).run(...group.flatMap(toValues));
    }
  };
}

function toValues({ teamId, batch, email, at, columns }: HistoryRow) {
  return [teamId, batch, email, toOtherSpelling(email), at, columns.resultId, columns.checkedAt];
}
