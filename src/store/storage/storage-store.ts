import { type Kysely, sql } from 'kysely';
import type { StorageStore, StoredBytes, TeamBytes } from '../../service/teams/storage-ports.ts';
import { HISTORY } from '../block-counts/blocks.ts';
import type { DatabaseParts } from '../database-parts.ts';
import { remembered } from '../suppressions/remembered.ts';
import type { Tables } from '../tables.ts';
import { HISTORY_BYTES, MISCOUNTED } from './measures.ts';

/** Found by keys alone, however much a team has stored. */
export function storageStore(db: Kysely<Tables>, teamId: string): StorageStore {
  const find = () => findBytes(db, teamId);
  const recent = remembered(find);
  return { find, recent: () => recent.get() };
}

const NOTHING: StoredBytes = {
  suppressions: 0,
  batches: 0,
  sandbox: 0,
  requests: 0,
  messages: 0,
  audit: 0,
  outcomes: 0,
  imports: 0,
  history: 0,
};

async function findBytes(db: Kysely<Tables>, teamId: string): Promise<TeamBytes> {
  const kinds = db
    .selectFrom('team_storage')
    .select(['kind', 'bytes'])
    .where('team_id', '=', teamId);
  const rows = await kinds.execute();
  const { rows: sums } = await sql<{ history: unknown; charged: unknown; storage: unknown }>`select
    (select sum(count) from block_counts where team_id = ${teamId} and counted = ${HISTORY.name}
      and size = ${sql.lit(HISTORY.coarse)}) as history,
    (select sum(used) from usage where team_id = ${teamId}) as charged,
    (select storage from teams where id = ${teamId}) as storage`.execute(db);
  const [{ history = 0, charged = 0, storage = null } = {}] = sums;
  const found = Object.fromEntries(rows.map(({ kind, bytes }) => [kind, bytes]));
  return {
    stored: { ...NOTHING, ...found, history: Number(history ?? 0) * HISTORY_BYTES },
    charged: Number(charged ?? 0),
    limit: storage === null ? null : Number(storage),
  };
}

/**
 * Counts all rows, and corrects what differs by the difference: what is written meanwhile stays counted. Returns
 * how many counts were wrong.
 */
export async function recountStorage({
  db,
  readAside,
}: Pick<DatabaseParts, 'db' | 'readAside'>): Promise<number> {
  const wrong = await readAside(sql.raw(MISCOUNTED));
  for (const { team_id, kind, bytes } of wrong) {
    await db
      .insertInto('team_storage')
      .values({ team_id: String(team_id), kind: String(kind), bytes: Number(bytes) })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'kind']).doUpdateSet(({ ref, eb }) => ({
          bytes: eb('team_storage.bytes', '+', ref('excluded.bytes')),
        })),
      )
      .execute();
  }
  return wrong.length;
}
