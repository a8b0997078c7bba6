import type { Result } from '../result/result.ts';
import type { CacheStore } from '../service/ports.ts';
import type { AnswerReads, CachedRow, Damage } from './database-parts.ts';
import { sweepRequests } from './idempotency.ts';
import { readResult } from './results.ts';
import type { Db } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;
/** Rows that it reads: some milliseconds. */
const READ_ROWS = 10_000;

/**
 * Whether a new answer takes the place of the one under its key, as a condition: an undecided one, which holds
 * for minutes, replaces no decided one that holds longer.
 */
export const REPLACES = `(excluded.decided = 1 or cached_answers.decided = 0
  or cached_answers.expires_at <= excluded.expires_at)`;

/**
 * A cache key in its column, the domain first: `x.test@ann`. Addresses of a domain are answered together, and their
 * rows are then on a few pages, where by the local part each would be on a page of its own. What is no address is
 * its own.
 */
export function toAnswerKey(cacheKey: string): string {
  const at = cacheKey.lastIndexOf('@');
  return at < 0 ? cacheKey : `${cacheKey.slice(at + 1)}@${cacheKey.slice(0, at)}`;
}

/** The cache key again. */
export function fromAnswerKey(key: string): string {
  const at = key.indexOf('@');
  return at < 0 ? key : `${key.slice(at + 1)}@${key.slice(0, at)}`;
}

export function cacheStore(db: Db, reads: AnswerReads, damage: Damage): CacheStore {
  const sweepAnswers = answersSweep(db);
  return {
    findOne: reads.one,
    recall: reads.recall,
    async find(teamId, keys, now) {
      if (keys.length === 0) return new Map();
      const found = new Map<string, Result>();
      for (const row of await reads.rows(teamId, keys, now)) {
        const answer = toCached(row);
        // A damaged answer is not served: the address is verified again, which replaces it.
        if (answer) found.set(fromAnswerKey(row.key), answer);
        else damage.report('cached_answer');
      }
      return found;
    },
    async drop(teamId, keys) {
      if (keys.length === 0) return;
      const ofTeam = db.deleteFrom('cached_answers').where('team_id', '=', teamId);
      await ofTeam.where('key', 'in', keys.map(toAnswerKey)).execute();
    },
    async sweep(now) {
      const isSwept = await sweepAnswers(now);
      return (await sweepRequests(db, now)) && isSwept;
    },
  };
}

/**
 * Goes through the cache by and by: an index by the end would be a fifth of what an answer takes. An expired answer
 * is not found, whether it is deleted or not.
 */
function answersSweep(db: Db): (now: number) => Promise<boolean> {
  let last: readonly [teamId: string, key: string] = ['', ''];
  return async (now) => {
    const rows = await db
      .selectFrom('cached_answers')
      .select(['team_id', 'key', 'expires_at'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('team_id', 'key'), '>', tuple(...last)))
      .orderBy('team_id')
      .orderBy('key')
      .limit(READ_ROWS)
      .execute();
    const expired = rows.filter(({ expires_at }) => expires_at <= now).slice(0, SWEEP_ROWS);
    const isFull = expired.length === SWEEP_ROWS;
    const end = isFull ? expired.at(-1) : rows.length === READ_ROWS ? rows.at(-1) : undefined;
    for (const [teamId, ofTeam] of Map.groupBy(expired, ({ team_id }) => team_id))
      await db
        .deleteFrom('cached_answers')
        .where('team_id', '=', teamId)
        .where(
          'key',
          'in',
          ofTeam.map(({ key }) => key),
        )
        .where('expires_at', '<=', now)
        .execute();
    last = end ? [end.team_id, end.key] : ['', ''];
    return !isFull;
  };
}

/** A cached result; undefined for damaged columns. */
export function toCached(row: CachedRow): Result | undefined {
  const result = readResult(row, fromAnswerKey(row.key));
  return result && { ...result, cached: true };
}
