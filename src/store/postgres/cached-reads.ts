import { sql } from 'kysely';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { toAnswerKey, toCached } from '../cached-answers.ts';
import type { AnswerReads, CachedRow, Damage, KeyAndTeam } from '../database-parts.ts';
import { toKeyAndTeam } from '../keys.ts';
import { resultOf, resultsJoin } from '../results.ts';
import type { Db } from '../tables.ts';

export function answerReads(db: Db, damage: Damage): AnswerReads {
  const rows = async (teamId: string, cacheKeys: readonly string[], now: number) => {
    const keys = cacheKeys.map(toAnswerKey);
    const { rows: found } = await sql<CachedRow>`
      select key, expires_at, ${sql.raw(resultOf('cached_answers'))}
      from cached_answers ${sql.raw(resultsJoin('cached_answers'))} where team_id = ${teamId} and key = any(${keys}::text[]) and expires_at > ${now}`.execute(
      db,
    );
    return found;
  };
  return {
    rows,
    recall: () => undefined,
    async one(teamId, key, now) {
      const [row] = await rows(teamId, [key], now);
      if (!row) return undefined;
      const answer = toCached(row);
      if (!answer) damage.report('cached_answer');
      return answer;
    },
  };
}

const MAX_KEYS = 1000;
/** A key that another process revoked works for this long at most. */
const LIFETIME_MS = 1000;

interface KnownKey {
  readonly found: KeyAndTeam;
  readonly until: number;
}

interface KeyReads {
  find(db: Db, hash: string): Promise<KeyAndTeam | undefined>;
  /** Called when this process has changed keys or teams. */
  refresh(): void;
}

/** Keys with their teams, kept for a second each: most requests come in runs with one key. */
export function keyReads(now = () => performance.now()): KeyReads {
  const known = new BoundedMap<string, KnownKey>(MAX_KEYS);
  let changes = 0;
  return {
    async find(db, hash) {
      const kept = known.get(hash);
      if (kept && kept.until > now()) return kept.found;
      const [changesBefore, until] = [changes, now() + LIFETIME_MS];
      const found = await findKey(db, hash);
      if (found && changes === changesBefore) known.set(hash, { found, until });
      return found;
    },
    refresh() {
      changes++;
      known.clear();
    },
  };
}

async function findKey(db: Db, hash: string): Promise<KeyAndTeam | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('teams', 'teams.id', 'api_keys.team_id')
    .selectAll('api_keys')
    .select(['teams.name as team_name', 'teams.quota as team_quota'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && toKeyAndTeam(row);
}
