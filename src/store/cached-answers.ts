import type { Kysely } from 'kysely';
import type { CacheStore } from '../service/ports.ts';
import type { Answer } from '../service/records.ts';
import { sweepRequests } from './batches/idempotency-store.ts';
import type { Damage } from './damage.ts';
import type { AnswerReads } from './database-parts.ts';
import { toCachedAnswer } from './rows.ts';
import type { Tables } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

/**
 * Whether a new answer takes the place of the one under its key, as a condition: an undecided one, which holds
 * for minutes, replaces no decided one that holds longer.
 */
export const REPLACES = `(excluded.decided = 1 or cached_answers.decided = 0
  or cached_answers.expires_at <= excluded.expires_at)`;

export function cacheStore(db: Kysely<Tables>, reads: AnswerReads, damage: Damage): CacheStore {
  return {
    findOne: reads.one,
    async find(teamId, keys, now) {
      if (keys.length === 0) return new Map();
      const found = new Map<string, Answer>();
      for (const row of await reads.rows(teamId, keys, now)) {
        const answer = toCachedAnswer(row);
        // A damaged answer is not served: the address is verified again, which replaces it.
        if (answer) found.set(row.key, answer);
        else damage.report('cached_answer');
      }
      return found;
    },
    async drop(teamId, keys) {
      if (keys.length === 0) return;
      const ofTeam = db.deleteFrom('cached_answers').where('team_id', '=', teamId);
      await ofTeam.where('key', 'in', keys).execute();
    },
    async sweep(now) {
      const expired = db
        .selectFrom('cached_answers')
        .select(['team_id', 'key'])
        .where('expires_at', '<=', now)
        .limit(SWEEP_ROWS);
      const answers = db
        .deleteFrom('cached_answers')
        .where(({ eb, refTuple }) =>
          eb(refTuple('team_id', 'key'), 'in', expired.$asTuple('team_id', 'key')),
        );
      const { numDeletedRows } = await answers.executeTakeFirstOrThrow();
      const isSwept = await sweepRequests(db, now);
      return isSwept && numDeletedRows < SWEEP_ROWS;
    },
  };
}
