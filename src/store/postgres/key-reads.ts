import type { Kysely } from 'kysely';
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { KeyAndTeam } from '../database-parts.ts';
import { toKeyAndTeam } from '../rows.ts';
import type { Tables } from '../tables.ts';

const MAX_KEYS = 1000;
/** A key that another process revoked works for this long at most. */
const LIFETIME_MS = 1000;

interface KnownKey {
  readonly found: KeyAndTeam;
  readonly until: number;
}

export interface KeyReads {
  find(db: Kysely<Tables>, hash: string): Promise<KeyAndTeam | undefined>;
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

async function findKey(db: Kysely<Tables>, hash: string): Promise<KeyAndTeam | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('teams', 'teams.id', 'api_keys.team_id')
    .selectAll('api_keys')
    .select(['teams.name as team_name', 'teams.quota as team_quota'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && toKeyAndTeam(row);
}
