import type { DatabaseSync } from 'node:sqlite';
import type { Answer, KeyRecord, Team } from '../service/ports.ts';
import { answerOfColumns, keyOf } from './rows.ts';
import type { CachedAnswerRow, KeyRow } from './tables.ts';
import { whileBusy } from './while-busy.ts';

/** What every request asks of the store: statements that are prepared once. */
export interface PreparedReads {
  keyByHash(hash: string): Promise<{ key: KeyRecord; team: Team } | undefined>;
  /** The cached answer, unless it has expired. */
  answer(key: string, now: number): Promise<Answer | undefined>;
  /** Ends the current snapshot: what is committed from now on is seen. */
  refresh(): void;
  close(): void;
}

type FoundKey = KeyRow & { team_name: string; team_quota: number | null };

/**
 * Reads over a connection of their own: they never wait for a transaction on the other one, never
 * see what it has not committed, and see what anybody else has (a revoked key, say).
 *
 * To begin and end a read costs SQLite more than the read. All that come in one turn of the event
 * loop share one snapshot, which ends with the turn, and before that with a change of our own
 * (`refresh`): nobody who was told of a change, and asks then, can meet what was before it.
 */
export function preparedReads(file: DatabaseSync): PreparedReads {
  file.exec('PRAGMA query_only = ON');
  const snapshot = snapshotOf(file);
  const key = file.prepare(`
    select api_keys.*, teams.name as team_name, teams.quota as team_quota
    from api_keys join teams on teams.id = api_keys.team_id where hash = ?`);
  const answer = file.prepare('select * from cached_answers where key = ? and expires_at > ?');
  return {
    async keyByHash(hash) {
      const row = (await whileBusy(() => snapshot.read(() => key.get(hash)))) as
        | FoundKey
        | undefined;
      if (!row) return undefined;
      const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
      return { key: keyOf(row), team };
    },
    async answer(cacheKey, now) {
      const row = await whileBusy(() => snapshot.read(() => answer.get(cacheKey, now)));
      return row && answerOfColumns(row as unknown as CachedAnswerRow);
    },
    refresh: snapshot.end,
    close() {
      snapshot.end();
      file.close();
    },
  };
}

function snapshotOf(file: DatabaseSync) {
  const begin = file.prepare('begin');
  const commit = file.prepare('commit');
  let open = false;
  const end = () => {
    if (open) commit.run();
    open = false;
  };
  return {
    end,
    read<T>(query: () => T): T {
      if (!open) {
        begin.run();
        open = true;
        setImmediate(end);
      }
      return query();
    },
  };
}
