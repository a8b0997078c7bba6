import { type Kysely, sql } from 'kysely';
import type { Damage } from '../damage.ts';
import type { AnswerReads } from '../database-parts.ts';
import { joinResults, resultOf } from '../results/result-rows.ts';
import { type CachedRow, toCached } from '../rows.ts';
import type { Tables } from '../tables.ts';

export function answerReads(db: Kysely<Tables>, damage: Damage): AnswerReads {
  const rows = async (teamId: string, keys: readonly string[], now: number) => {
    const { rows: found } = await sql<CachedRow>`
      select key, expires_at, ${sql.raw(resultOf('cached_answers'))}
      from cached_answers ${sql.raw(joinResults('cached_answers'))} where team_id = ${teamId} and key = any(${keys}::text[]) and expires_at > ${now}`.execute(
      db,
    );
    return found;
  };
  return {
    rows,
    async one(teamId, key, now) {
      const [row] = await rows(teamId, [key], now);
      if (!row) return undefined;
      const answer = toCached(row);
      if (!answer) damage.report('cached_answer');
      return answer;
    },
  };
}
