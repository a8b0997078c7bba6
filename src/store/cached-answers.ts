import type { Kysely } from 'kysely';
import type { CacheStore } from '../service/ports.ts';
import type { Answer, CacheSlot } from '../service/records.ts';
import type { Damage } from './damage.ts';
import type { PreparedReads } from './prepared-reads.ts';
import { answerColumns, toCachedAnswer } from './rows.ts';
import type { Tables } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

export function cacheStore(db: Kysely<Tables>, reads: PreparedReads, damage: Damage): CacheStore {
  return {
    findOne: (key, now) => reads.answer(key, now),
    async find(keys, now) {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom('cached_answers')
        .selectAll()
        .where('key', 'in', keys)
        .where('expires_at', '>', now)
        .execute();
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
    },
  };
}

interface AnswerToKeep {
  readonly answer: Answer;
  readonly keep: CacheSlot;
}

/** Stores answers in place of older ones. Keys must be distinct. */
export async function keepAnswers(
  db: Kysely<Tables>,
  kept: readonly AnswerToKeep[],
): Promise<void> {
  if (kept.length === 0) return;
  await db
    .insertInto('cached_answers')
    .values(
      kept.map(({ answer, keep }) => ({
        key: keep.key,
        expires_at: keep.expiresAt,
        ...answerColumns(answer),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ ref }) => ({
        facts: ref('excluded.facts'),
        decided: ref('excluded.decided'),
        reason: ref('excluded.reason'),
        detail: ref('excluded.detail'),
        expires_at: ref('excluded.expires_at'),
      })),
    )
    .execute();
}
