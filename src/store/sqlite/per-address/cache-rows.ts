import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CacheSlot } from '../../../service/records.ts';
import type { AnswerColumns } from '../../rows.ts';

/** Puts an answer into the cache, in place of what it held. */
export type KeepAnswer = (slot: CacheSlot, columns: AnswerColumns) => void;

export function cacheRows(file: DatabaseSync): KeepAnswer {
  const keep: StatementSync = file.prepare(`
    insert into cached_answers (key, facts, decided, reason, detail, expires_at)
    values (?, ?, ?, ?, ?, ?)
    on conflict (key) do update set facts = excluded.facts, decided = excluded.decided,
      reason = excluded.reason, detail = excluded.detail, expires_at = excluded.expires_at`);
  return ({ key, expiresAt }, { facts, decided, reason, detail }) => {
    keep.run(key, facts, decided, reason, detail, expiresAt);
  };
}

/** Reads the answers that have not expired by a JSON array of keys. */
export const FIND_ANSWERS = `select cached_answers.* from json_each(?) as wanted
  cross join cached_answers on cached_answers.key = wanted.value where expires_at > ?`;
