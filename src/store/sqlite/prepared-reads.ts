import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Result } from '../../result/result.ts';
import { toAnswerKey, toCached } from '../cached-answers.ts';
import type { CachedRow, Damage, KeyAndTeam } from '../database-parts.ts';
import { type KeyWithTeam, toKeyAndTeam } from '../keys.ts';
import { FIND_ANSWER } from './address-rows.ts';
import { whileBusy } from './writer.ts';

/** The reads of every request: with prepared statements and cached results. */
export interface PreparedReads {
  keyByHash(hash: string): Promise<KeyAndTeam | undefined>;
  /** The cached answer, unless it has expired. */
  answer(teamId: string, key: string, now: number): Promise<Result | undefined>;
  /** The same where it is in memory. */
  recall(teamId: string, key: string, now: number): Result | undefined;
  /** Called after a change by this process: later reads see what is committed by then. */
  refresh(): void;
  /** The same where only these cached answers were replaced (`answerName`). */
  refreshAnswers(names: readonly string[]): void;
  close(): void;
}

/** Names the answer that a team has under a key. */
export function answerName(teamId: string, key: string): string {
  return `${teamId} ${key}`;
}

type CachedAnswer = { readonly answer: Result; readonly expiresAt: number };

const MAX_KEYS = 1000;
const MAX_ANSWERS = 10_000;

/**
 * Reads over a connection of their own: they never wait for a transaction of the writer, see none of
 * its uncommitted changes, and see commits of other processes (a revoked key, for example).
 *
 * Rows stay in memory until they may have changed: `refresh` reports changes of this process, and the
 * data version of `writer`, which its own commits do not change, those of other processes. It is
 * checked once per turn of the event loop, and all reads of a turn share one snapshot: a read that
 * begins after a reported change never returns the state before it.
 *
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export function preparedReads(
  reader: DatabaseSync,
  writer: DatabaseSync,
  damage: Damage,
): PreparedReads {
  reader.exec('PRAGMA query_only = ON');
  const keys = new BoundedMap<string, KeyAndTeam>(MAX_KEYS);
  const answers = new BoundedMap<string, CachedAnswer>(MAX_ANSWERS);
  const snapshot = createSnapshot(reader);
  const forgetAll = () => {
    snapshot.end();
    keys.clear();
    answers.clear();
  };
  const lookForChanges = oncePerTurn(watchChanges(writer, forgetAll));
  const findKey = reader.prepare(`
    select api_keys.*, teams.name as team_name, teams.quota as team_quota
    from api_keys join teams on teams.id = api_keys.team_id where hash = ?`);
  const answer = reader.prepare(FIND_ANSWER);

  // Read and kept synchronously, so that a kept row is never older than the snapshot.
  function readKey(hash: string): KeyAndTeam | undefined {
    const row = snapshot.get(findKey, hash) as KeyWithTeam | undefined;
    if (!row) return undefined;
    const found = toKeyAndTeam(row);
    keys.set(hash, found);
    return found;
  }

  function keptAnswer(teamId: string, key: string, now: number): Result | undefined {
    const kept = answers.get(answerName(teamId, key));
    return kept && kept.expiresAt > now ? kept.answer : undefined;
  }

  function readAnswer(teamId: string, key: string, now: number): Result | undefined {
    const row = snapshot.get(answer, teamId, toAnswerKey(key), now) as CachedRow | undefined;
    if (!row) return undefined;
    const found = toCached(row);
    if (!found) {
      damage.report('cached_answer');
      return undefined;
    }
    answers.set(answerName(teamId, key), { answer: found, expiresAt: row.expires_at });
    return found;
  }

  return {
    keyByHash: (hash) =>
      whileBusy(() => {
        lookForChanges();
        return keys.get(hash) ?? readKey(hash);
      }),
    answer: (teamId, key, now) =>
      whileBusy(() => {
        lookForChanges();
        return keptAnswer(teamId, key, now) ?? readAnswer(teamId, key, now);
      }),
    recall(teamId, key, now) {
      try {
        lookForChanges();
        return keptAnswer(teamId, key, now);
      } catch {
        // The look-up that follows says what is wrong.
        return undefined;
      }
    },
    refresh: forgetAll,
    refreshAnswers(replaced) {
      snapshot.end();
      for (const name of replaced) answers.delete(name);
    },
    close() {
      snapshot.end();
      reader.close();
    },
  };
}

/** Calls back when another connection has committed since the last check. */
function watchChanges(file: DatabaseSync, onChange: () => void): () => void {
  const version = file.prepare('PRAGMA data_version');
  let seen: number | undefined;
  return () => {
    const { data_version: now } = version.get() as { data_version: number };
    if (now !== seen) onChange();
    seen = now;
  };
}

function oncePerTurn(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    act();
    isDone = true;
    setImmediate(() => {
      isDone = false;
    });
  };
}

/** One transaction for all reads of a turn: beginning and ending it costs more than a read. */
function createSnapshot(file: DatabaseSync) {
  const begin = file.prepare('begin');
  const commit = file.prepare('commit');
  let open = false;
  const end = () => {
    if (!open) return;
    open = false;
    try {
      commit.run();
    } catch {
      // The transaction only read. A damaged database shows at the next read.
    }
  };
  return {
    end,
    get(statement: StatementSync, ...parameters: SQLInputValue[]): unknown {
      if (!open) {
        if (file.isTransaction) file.exec('rollback');
        begin.run();
        open = true;
        setImmediate(end);
      }
      return statement.get(...parameters);
    },
  };
}
