import { type Kysely, sql } from 'kysely';
import type { RetentionStore } from '../service/upkeep/upkeep-ports.ts';
import { deleteBatches, seqOf } from './batches/delete-batches.ts';
import type { DatabaseParts } from './database-parts.ts';
import { resultsSweep } from './results/sweep-results.ts';
import type { Tables } from './tables.ts';
import { giveBackExpired } from './teams/reservations.ts';
import { inTransaction } from './transaction.ts';
import { removeOld } from './uploads/list-states.ts';

/** A batch has up to 1000 entries: what one sweep deletes at most bounds how long it holds locks. */
const BATCHES = 5;
/** Rows of outcomes, or of imports. */
const OUTCOMES = 1000;

type Parts = Pick<DatabaseParts, 'db' | 'readAside' | 'historyUpkeep'>;

export function retentionStore(parts: Parts): RetentionStore {
  const { db, historyUpkeep: history } = parts;
  return {
    async newest() {
      return { history: await history.newest(), batches: await newestBatch(db) };
    },
    giveBackExpired: (now) => giveBackExpired(db, now),
    sweepHistory: (before) => history.sweep(before),
    async sweepOutcomes(before) {
      const { numAffectedRows } = await sql`delete from outcomes
        where (team_id, address, fingerprint) in (select team_id, address, fingerprint from outcomes
          where learned_at < ${before} order by learned_at limit ${OUTCOMES})`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    async sweepImports(before) {
      const { numAffectedRows } = await sql`delete from imports
        where (team_id, address, source) in (select team_id, address, source from imports
          where imported_at < ${before} order by imported_at limit ${OUTCOMES})`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    sweepBatches: (before) =>
      inTransaction(db, async (trx) => {
        const ids = await namesOf(endedBefore(trx, before));
        if (ids.length > 0) await deleteBatches(trx, ids);
        return ids.length;
      }),
    sweepSandbox: (before) =>
      inTransaction(db, async (trx) => {
        const ids = await namesOf(endedBefore(trx, before).where(OF_SANDBOX));
        if (ids.length === 0) return 0;
        await trx.deleteFrom('verifications').where('batch', 'in', seqOf(trx, ids)).execute();
        await deleteBatches(trx, ids);
        return ids.length;
      }),
    sweepResults: resultsSweep(parts),
    sweepLists: (before) => removeOld(db, before),
  };
}

async function newestBatch(db: Kysely<Tables>): Promise<number | undefined> {
  const batch = db.selectFrom('batches').select('created_at').orderBy('seq', 'desc').limit(1);
  return (await batch.executeTakeFirst())?.created_at;
}

/** Finds ended batches before a time; open ones are kept at any age, those of lists with their list. */
function endedBefore(trx: Kysely<Tables>, before: number) {
  return trx
    .selectFrom('batches')
    .select('id')
    .where('created_at', '<', before)
    .where('status', 'not in', ['pending', 'processing'])
    .where('list_id', 'is', null)
    .orderBy('created_at')
    .limit(BATCHES)
    .forUpdate();
}

/** The exact condition of an index: otherwise SQLite does not use it. */
const OF_SANDBOX = sql<boolean>`sandbox = 1`;

async function namesOf(batches: ReturnType<typeof endedBefore>): Promise<string[]> {
  return (await batches.execute()).map(({ id }) => id);
}
