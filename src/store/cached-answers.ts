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

export function cacheStore(db: Kysely<Tables>, reads: AnswerReads, damage: Damage): CacheStore {
  return {
    findOne: (key, now) => reads.one(key, now),
    async find(keys, now) {
      if (keys.length === 0) return new Map();
      const found = new Map<string, Answer>();
      for (const row of await reads.rows(keys, now)) {
        const answer = toCachedAnswer(row);
        // A damaged answer is not served: the address is verified again, which replaces it.
        if (answer) found.set(row.key, answer);
        else damage.report('cached_answer');
      }
      return found;
    },
    async drop(keys) {
      if (keys.length > 0) await db.deleteFrom('cached_answers').where('key', 'in', keys).execute();
    },
    async sweep(now) {
      const expired = db
        .selectFrom('cached_answers')
        .select('key')
        .where('expires_at', '<=', now)
        .limit(SWEEP_ROWS);
      const answers = db.deleteFrom('cached_answers').where('key', 'in', expired);
      const { numDeletedRows } = await answers.executeTakeFirstOrThrow();
      const isSwept = await sweepRequests(db, now);
      return isSwept && numDeletedRows < SWEEP_ROWS;
    },
  };
}
