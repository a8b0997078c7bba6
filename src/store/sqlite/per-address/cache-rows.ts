import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CacheSlot } from '../../../service/records.ts';
import { REPLACES } from '../../cached-answers.ts';
import { joinResults, type ResultColumns, resultOf } from '../../results/result-rows.ts';

/** Puts a result into the cache, in place of what it held (`REPLACES`). */
export type KeepResult = (teamId: string, slot: CacheSlot, columns: ResultColumns) => void;

export function cacheRows(file: DatabaseSync): KeepResult {
  const keep: StatementSync = file.prepare(`
    insert into cached_answers (team_id, key, decided, result_id, checked_at, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (team_id, key) do update set decided = excluded.decided, result_id = excluded.result_id,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at
    where ${REPLACES}`);
  return (teamId, { key, expiresAt }, { decided, resultId, checkedAt }) => {
    keep.run(teamId, key, decided ? 1 : 0, resultId, checkedAt, expiresAt);
  };
}

const ANSWER = `cached_answers.key, expires_at, ${resultOf('cached_answers')}`;

/** Reads the answers that have not expired by a JSON array of keys, a team and the time. */
export const FIND_ANSWERS = `select ${ANSWER} from json_each(?1) as wanted
  cross join cached_answers on cached_answers.key = wanted.value and cached_answers.team_id = ?2
  ${joinResults('cached_answers')} where expires_at > ?3`;

/** Reads the answer of a team and a key that has not expired. */
export const FIND_ANSWER = `select ${ANSWER} from cached_answers ${joinResults('cached_answers')}
  where team_id = ? and key = ? and expires_at > ?`;
