import { CompiledQuery, type Kysely } from 'kysely';
import type { CacheStore } from '../service/ports.ts';
import type { Answer } from '../service/records.ts';
import type { Damage } from './damage.ts';
import { sweepRequests } from './idempotency-store.ts';
import { toCachedAnswer } from './rows.ts';
import { FIND_ANSWERS } from './sqlite/per-address/cache-rows.ts';
import type { PreparedReads } from './sqlite/prepared-reads.ts';
import type { CachedAnswerRow, Tables } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

export function cacheStore(db: Kysely<Tables>, reads: PreparedReads, damage: Damage): CacheStore {
  return {
    findOne: (key, now) => reads.answer(key, now),
    async find(keys, now) {
      if (keys.length === 0) return new Map();
      const { rows } = await db.executeQuery<CachedAnswerRow>(
        CompiledQuery.raw(FIND_ANSWERS, [JSON.stringify(keys), now]),
      );
      const found = new Map<string, Answer>();
      for (const row of rows) {
        const answer = toCachedAnswer(row);
        // A damaged answer is not served: the address is verified again, which replaces it.
        if (answer) found.set(row.key, answer);
        else damage.report('cached_answer');
      }
      return found;
    },
    async sweep(now) {
      const expired = db
        .selectFrom('cached_answers')
        .select('key')
        .where('expires_at', '<=', now)
        .limit(SWEEP_ROWS);
      await db.deleteFrom('cached_answers').where('key', 'in', expired).execute();
      await sweepRequests(db, now);
    },
  };
}
