import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ErasedCounts, Erasure, ErasureStore } from '../service/upkeep/upkeep-ports.ts';
import { eraseRequests } from './batches/idempotency-store.ts';
import type { Containing, Overwriting } from './database-parts.ts';
import type { HashAddress } from './outcomes/address-hash.ts';
import { deleteUnused } from './results/sweep-results.ts';
import { hashSuppressions } from './suppressions/hash-suppressions.ts';
import type { Tables } from './tables.ts';
import { giveBackUsage } from './teams/usage.ts';
import { inTransaction } from './transaction.ts';
import { eraseCorrections } from './uploads/correction-store.ts';

interface ErasureParts {
  readonly db: Kysely<Tables>;
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
async function eraseOutcomes(
  trx: Kysely<Tables>,
  { suppressed }: Erasure,
  hash: HashAddress,
): Promise<number> {
  if (!suppressed) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('outcomes')
    .where('address', '=', hash(suppressed.entry))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function addressesWith(db: Kysely<Tables>, matches: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with stored (address) as (
      select email from verifications union
      select email from entries union
      select email from idempotency_keys where email is not null union
      select cache_key from entries union
      select key from cached_answers union
      select address from imports
    )
    select address from stored where ${matches}`.execute(db);
  return rows.map(({ address }) => address);
}

async function eraseAll(
  trx: Kysely<Tables>,
  { emails, error }: Erasure,
): Promise<Omit<ErasedCounts, 'suppressions' | 'outcomes'>> {
  if (emails.length === 0) return { verifications: 0, cachedAnswers: 0, entries: 0, imports: 0 };
  const results = await resultsOf(trx, emails);
  const verifications = await trx
    .deleteFrom('verifications')
    .where('email', 'in', emails)
    .executeTakeFirstOrThrow();
  const cachedAnswers = await trx
    .deleteFrom('cached_answers')
    .where('key', 'in', emails)
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

async function resultsOf(trx: Kysely<Tables>, emails: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('entries')
    .select('result_id')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]))
    .union(trx.selectFrom('verifications').select('result_id').where('email', 'in', emails))
    .union(trx.selectFrom('cached_answers').select('result_id').where('key', 'in', emails))
    .execute();
  return rows.flatMap(({ result_id }) => result_id ?? []);
}

/** A pending entry counts as processed from now on, and its cost is given back. */
async function endWaiting(trx: Kysely<Tables>, emails: readonly string[]): Promise<void> {
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

async function blankEntries(
  trx: Kysely<Tables>,
  emails: readonly string[],
  error: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('entries')
    .set({ email: '', cache_key: '', cost: 0, status: 'failed', error })
    .set({ result_id: null, checked_at: null })
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
