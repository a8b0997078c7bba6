import { type RawBuilder, sql } from 'kysely';
import type { Erasure, ErasureStore, RetentionStore } from '../service/upkeep/records.ts';
import { fromAnswerKey, toAnswerKey } from './cached-answers.ts';
import type { Containing, DatabaseParts, Overwriting } from './database-parts.ts';
import { eraseRequests } from './idempotency.ts';
import { eraseCorrections } from './lists/correction-store.ts';
import { removeOld } from './lists/list-states.ts';
import type { HashAddress } from './outcomes.ts';
import { deleteUnused, resultsSweep } from './results.ts';
import { deleteBatches, seqOf } from './storage.ts';
import { hashSuppressions } from './suppressions.ts';
import type { Db } from './tables.ts';
import { giveBackExpired, giveBackUsage } from './teams.ts';
import { inTransaction } from './transaction.ts';

/** A batch has up to 1000 entries: what one sweep deletes at most bounds how long it holds locks. */
const BATCHES = 5;
/** Rows of outcomes, or of imports. */
const OUTCOMES = 1000;

export function retentionStore(parts: DatabaseParts): RetentionStore {
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

async function newestBatch(db: Db): Promise<number | undefined> {
  const batch = db.selectFrom('batches').select('created_at').orderBy('seq', 'desc').limit(1);
  return (await batch.executeTakeFirst())?.created_at;
}

/** Finds ended batches before a time; open ones are kept at any age, those of lists with their list. */
function endedBefore(trx: Db, before: number) {
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

interface ErasureParts {
  readonly db: Db;
  readonly contains: Containing;
  readonly overwriting: Overwriting;
  readonly hashes: () => Promise<HashAddress>;
}

export function erasureStore({ db, contains, overwriting, hashes }: ErasureParts): ErasureStore {
  return {
    addressesWith: (text) => addressesWith(db, contains('address', text)),
    async erase(erasure) {
      const hash = await hashes();
      await overwriting.begin(db);
      const erased = await inTransaction(db, async (trx) => {
        await eraseCorrections(trx, erasure.suppressed?.entry);
        const suppressions = await hashSuppressions(trx, erasure.suppressed);
        const outcomes = await eraseOutcomes(trx, erasure, hash);
        return { ...(await eraseAll(trx, erasure)), suppressions, outcomes };
      });
      await overwriting.end(db);
      return erased;
    },
  };
}

/** By the hash of the address: nothing else of it is stored. */
async function eraseOutcomes(trx: Db, { suppressed }: Erasure, hash: HashAddress): Promise<number> {
  if (!suppressed) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('outcomes')
    .where('address', '=', hash(suppressed.entry))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function addressesWith(db: Db, matches: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ address: string; kind: 'address' | 'key' }>`
    with stored (kind, address) as (
      select 'address', email from verifications union
      select 'address', email from entries union
      select 'address', email from idempotency_keys where email is not null union
      select 'address', cache_key from entries union
      select 'address', address from imports union
      select 'key', key from cached_answers
    )
    select kind, address from stored where ${matches}`.execute(db);
  const found = rows.map(({ kind, address }) =>
    kind === 'key' ? fromAnswerKey(address) : address,
  );
  return [...new Set(found)];
}

async function eraseAll(trx: Db, { emails, error }: Erasure) {
  if (emails.length === 0) return { verifications: 0, cachedAnswers: 0, entries: 0, imports: 0 };
  const results = await resultsOf(trx, emails);
  const verifications = await trx
    .deleteFrom('verifications')
    .where('email', 'in', emails)
    .executeTakeFirstOrThrow();
  const cachedAnswers = await trx
    .deleteFrom('cached_answers')
    .where('key', 'in', emails.map(toAnswerKey))
    .executeTakeFirstOrThrow();
  const imports = await trx
    .deleteFrom('imports')
    .where('address', 'in', emails)
    .executeTakeFirstOrThrow();
  await eraseRequests(trx, emails);
  await endWaiting(trx, emails);
  const entries = await blankEntries(trx, emails, error);
  await deleteUnused(trx, results);
  return {
    verifications: Number(verifications.numDeletedRows),
    cachedAnswers: Number(cachedAnswers.numDeletedRows),
    entries,
    imports: Number(imports.numDeletedRows),
  };
}

async function resultsOf(trx: Db, emails: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('entries')
    .select('result_id')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]))
    .union(trx.selectFrom('verifications').select('result_id').where('email', 'in', emails))
    .union(
      trx
        .selectFrom('cached_answers')
        .select('result_id')
        .where('key', 'in', emails.map(toAnswerKey)),
    )
    .execute();
  return rows.flatMap(({ result_id }) => result_id ?? []);
}

/** A pending entry counts as processed from now on, and its cost is given back. */
async function endWaiting(trx: Db, emails: readonly string[]): Promise<void> {
  const waiting = await trx
    .selectFrom('entries')
    .innerJoin('batches', 'batches.id', 'entries.batch_id')
    .select(['batch_id', 'team_id', 'month', 'cost'])
    .where('entries.status', '=', 'pending')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]))
    .forUpdate()
    .execute();
  for (const { batch_id, team_id, month, cost } of waiting) {
    await giveBackUsage(trx, { teamId: team_id, month, count: cost });
    await trx
      .updateTable('batches')
      .set(({ eb }) => ({ processed_count: eb('processed_count', '+', 1) }))
      .where('id', '=', batch_id)
      .execute();
  }
}

async function blankEntries(trx: Db, emails: readonly string[], error: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ email: '', cache_key: '', cost: 0, status: 'failed', error })
    .set({ result_id: null, checked_at: null })
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
