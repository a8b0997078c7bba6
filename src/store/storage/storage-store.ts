import { type Kysely, sql } from 'kysely';
import type { FreeRows, StorageStore, TeamBytes } from '../../service/teams/storage-ports.ts';
import { HISTORY } from '../block-counts/blocks.ts';
import { remembered } from '../suppressions/remembered.ts';
import type { Tables } from '../tables.ts';
import { HISTORY_BYTES } from './stored-batches.ts';

/** Counted again each time if there are fewer: a thousandth of a second. */
const MANY_ROWS = 10_000;
/** How long a larger count is taken as current. */
const REMEMBERED_MS = 1000;

export function storageStore(db: Kysely<Tables>, teamId: string): StorageStore {
  const find = () => findBytes(db, teamId);
  const recent = remembered(find);
  const counted = new Map<FreeRows, { readonly count: number; readonly until: number }>();
  return {
    find,
    recent: () => recent.get(),
    async rows(of, most) {
      const known = counted.get(of);
      if (known && known.until > performance.now()) return Math.min(known.count, most);
      const count = await countRows(db, teamId, { of, most });
      const until = performance.now() + (count < MANY_ROWS ? 0 : REMEMBERED_MS);
      counted.set(of, { count, until });
      return count;
    },
  };
}

/** By keys alone, however much a team has stored. */
async function findBytes(db: Kysely<Tables>, teamId: string): Promise<TeamBytes> {
  const bytesOf = (kind: string) =>
    sql`(select bytes from team_storage where team_id = ${teamId} and kind = ${kind})`;
  const { rows } = await sql<Record<keyof TeamBytes, unknown>>`select
    (select sum(size) from lists where team_id = ${teamId}) as lists,
    ${bytesOf('batches')} as batches,
    ${bytesOf('sandbox')} as sandbox,
    (select sum(count) from block_counts where team_id = ${teamId} and counted = ${HISTORY.name}
      and size = ${sql.lit(HISTORY.coarse)}) as history,
    (select sum(used) from usage where team_id = ${teamId}) as charged,
    (select storage from teams where id = ${teamId}) as "limit"`.execute(db);
  const [found] = rows;
  const limit = found?.limit ?? null;
  return {
    lists: Number(found?.lists ?? 0),
    batches: Number(found?.batches ?? 0),
    sandbox: Number(found?.sandbox ?? 0),
    history: Number(found?.history ?? 0) * HISTORY_BYTES,
    charged: Number(found?.charged ?? 0),
    limit: limit === null ? null : Number(limit),
  };
}

const TABLES: Readonly<Record<FreeRows, string>> = {
  suppressions: 'suppressions',
  requests: 'idempotency_keys',
  messages: 'webhook_deliveries',
  audit: 'audit_log',
  outcomes: 'outcomes',
  imports: 'imports',
};

interface Counting {
  readonly of: FreeRows;
  readonly most: number;
}

/** Steps over an index, `most` entries at most. */
async function countRows(
  db: Kysely<Tables>,
  teamId: string,
  { of, most }: Counting,
): Promise<number> {
  const ofTeam =
    of === 'messages'
      ? sql`webhook_id in (select id from webhooks where team_id = ${teamId})`
      : sql`team_id = ${teamId}`;
  const { rows } = await sql<{ count: unknown }>`select count(*) as count from
    (select 1 from ${sql.table(TABLES[of])} where ${ofTeam} limit ${most}) as counted`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
