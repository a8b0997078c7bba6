import { sql } from 'kysely';
import type { IdempotentRequest, KeyClaim, StoredRequest } from '../service/batches/idempotency.ts';
import type { BatchRecord } from '../service/records.ts';
import type { Db } from './tables.ts';

/** Rows that one sweep deletes at most, which bounds how long it holds the write lock. */
const SWEEP_ROWS = 1000;

/** The request that a team sent with a key, unless the key has expired. */
export async function findRequest(
  db: Db,
  teamId: string,
  { key, at }: Pick<IdempotentRequest, 'key' | 'at'>,
): Promise<StoredRequest | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'batch_id', 'answer'])
    .where('team_id', '=', teamId)
    .where('key', '=', key)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row && { hash: row.request_hash, batchId: row.batch_id, answer: row.answer };
}

/** The batch that an earlier equal request became; `key_reused` where the request was another. */
export async function findEarlierBatch(
  trx: Db,
  teamId: string,
  request: IdempotentRequest,
): Promise<BatchRecord | 'key_reused' | undefined> {
  const earlier = await findRequest(trx, teamId, request);
  if (!earlier) return undefined;
  const isSame = earlier.hash === null || earlier.hash === request.hash;
  if (!isSame || earlier.batchId === null) return 'key_reused';
  const { total_count, created_at } = await trx
    .selectFrom('batches')
    .select(['total_count', 'created_at'])
    .where('id', '=', earlier.batchId)
    .executeTakeFirstOrThrow();
  const counts = { totalCount: total_count, processedCount: 0 };
  return { id: earlier.batchId, status: 'pending', ...counts, createdAt: created_at };
}

/**
 * Remembers that a request became a batch, in place of an expired one with its key; false where another
 * request has the key. Waits for transactions that take the key at the same time.
 */
export async function keepBatchRequest(
  trx: Db,
  { key, hash, at, expiresAt }: IdempotentRequest,
  { teamId, batchId }: { readonly teamId: string; readonly batchId: string },
): Promise<boolean> {
  const row = { team_id: teamId, key, request_hash: hash, batch_id: batchId };
  const rest = { email: null, answer: null, expires_at: expiresAt };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('idempotency_keys')
    .values({ ...row, ...rest })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'key'])
        .doUpdateSet({ request_hash: hash, batch_id: batchId, ...rest })
        .where('idempotency_keys.expires_at', '<=', at),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * SQL that says whether a key can be given to a verification that was answered at `now`: it has expired,
 * or its row says that this very request is worked on.
 */
export const IS_FREE_KEY = (now: string) => `(idempotency_keys.expires_at <= ${now}
  or (idempotency_keys.batch_id is null and idempotency_keys.answer is null
    and idempotency_keys.request_hash = excluded.request_hash))`;

/** Takes a key for a verification that begins; false where it is taken. */
export async function claimKey(
  db: Db,
  teamId: string,
  { key, hash, email, at, expiresAt }: KeyClaim,
): Promise<boolean> {
  const claim = { request_hash: hash, batch_id: null, email, answer: null, expires_at: expiresAt };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('idempotency_keys')
    .values({ team_id: teamId, key, ...claim })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'key'])
        .doUpdateSet(claim)
        .where('idempotency_keys.expires_at', '<=', at),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Gives back the key of a verification that failed. */
export async function releaseKey(
  db: Db,
  teamId: string,
  { key, hash }: Pick<KeyClaim, 'key' | 'hash'>,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('team_id', '=', teamId)
    .where('key', '=', key)
    .where('request_hash', '=', hash)
    .where('batch_id', 'is', null)
    .where('answer', 'is', null)
    .execute();
}

/** Deletes expired keys, a bounded number of rows at a time; false where more may be left. */
export async function sweepRequests(db: Db, now: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from idempotency_keys where (team_id, key) in (
      select team_id, key from idempotency_keys where expires_at <= ${now} limit ${SWEEP_ROWS}
    )`.execute(db);
  return numAffectedRows < SWEEP_ROWS;
}

/**
 * Deletes the requests that verified one of these addresses. A hash over few addresses could
 * confirm a guess: a request that became a batch with one of them keeps its batch alone.
 */
export async function eraseRequests(trx: Db, emails: readonly string[]): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('email', 'in', emails).execute();
  const batches = trx
    .selectFrom('entries')
    .select('batch_id')
    .where((eb) => eb.or([eb('email', 'in', emails), eb('cache_key', 'in', emails)]));
  await trx
    .updateTable('idempotency_keys')
    .set({ request_hash: null })
    .where('batch_id', 'in', batches)
    .execute();
}
