import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CacheSlot } from '../../../service/records.ts';
import { REPLACES } from '../../cached-answers.ts';
import { detailOf, joinDetails, type StoredColumns } from '../../details/detail-columns.ts';

/** Puts an answer into the cache, in place of what it held (`REPLACES`). */
export type KeepAnswer = (teamId: string, slot: CacheSlot, columns: StoredColumns) => void;

export function cacheRows(file: DatabaseSync): KeepAnswer {
  const keep: StatementSync = file.prepare(`
    insert into cached_answers (team_id, key, facts, decided, reason, detail_id, checked_at, expires_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set facts = excluded.facts, decided = excluded.decided,
      reason = excluded.reason, detail = null, detail_id = excluded.detail_id,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at
    where ${REPLACES}`);
  return (teamId, { key, expiresAt }, { facts, decided, reason, detailId, checkedAt }) => {
    keep.run(teamId, key, facts, decided, reason, detailId, checkedAt, expiresAt);
  };
}

const ANSWER = `cached_answers.key, facts, decided, reason, expires_at, ${detailOf('cached_answers')}`;

/** Reads the answers that have not expired by a JSON array of keys, a team and the time. */
export const FIND_ANSWERS = `select ${ANSWER} from json_each(?1) as wanted
  cross join cached_answers on cached_answers.key = wanted.value and cached_answers.team_id = ?2
  ${joinDetails('cached_answers')} where expires_at > ?3`;

/** Reads the answer of a team and a key that has not expired. */
export const FIND_ANSWER = `select ${ANSWER} from cached_answers ${joinDetails('cached_answers')}
  where team_id = ? and key = ? and expires_at > ?`;
