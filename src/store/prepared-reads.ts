import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Answer, KeyRecord, Team } from '../service/ports.ts';
import { answerOfColumns, keyOf } from './rows.ts';
import type { CachedAnswerRow, KeyRow } from './tables.ts';
import { whileBusy } from './while-busy.ts';

/** What every request asks of the store: statements that are prepared once. */
export interface PreparedReads {
  keyByHash(hash: string): Promise<FoundKey | undefined>;
  /** The cached answer, unless it has expired. */
  answer(key: string, now: number): Promise<Answer | undefined>;
  /** Ends the current snapshot: what is committed from now on is seen. */
  refresh(): void;
  close(): void;
}

type FoundKey = { readonly key: KeyRecord; readonly team: Team };
type KeyWithTeam = KeyRow & { team_name: string; team_quota: number | null };

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
  /** Keys met in the current snapshot: a busy team asks many times in one turn. */
  const keys = new Map<string, FoundKey>();
  const snapshot = snapshotOf(file, () => keys.clear());
  const key = file.prepare(`
    select api_keys.*, teams.name as team_name, teams.quota as team_quota
    from api_keys join teams on teams.id = api_keys.team_id where hash = ?`);
  const answer = file.prepare('select * from cached_answers where key = ? and expires_at > ?');
  // Read and remembered in one go: what is remembered is never older than the snapshot.
  const readKey = (hash: string) => {
    const row = snapshot.get(key, hash);
    if (!row) return undefined;
    const found = foundKey(row as unknown as KeyWithTeam);
    keys.set(hash, found);
    return found;
  };
  return {
    keyByHash: async (hash) => keys.get(hash) ?? whileBusy(() => readKey(hash)),
    async answer(cacheKey, now) {
      const row = await whileBusy(() => snapshot.get(answer, cacheKey, now));
      return row && answerOfColumns(row as unknown as CachedAnswerRow);
    },
    refresh: snapshot.end,
    close() {
      snapshot.end();
      file.close();
    },
  };
}

function foundKey(row: KeyWithTeam): FoundKey {
  const team = { id: row.team_id, name: row.team_name, quota: row.team_quota };
  return { key: keyOf(row), team };
}

function snapshotOf(file: DatabaseSync, onEnd: () => void) {
  const begin = file.prepare('begin');
  const commit = file.prepare('commit');
  let open = false;
  const end = () => {
    if (!open) return;
    commit.run();
    open = false;
    onEnd();
  };
  return {
    end,
    get(statement: StatementSync, ...parameters: SQLInputValue[]) {
      if (!open) {
        begin.run();
        open = true;
        setImmediate(end);
      }
      return statement.get(...parameters);
    },
  };
}
