import type { Transaction } from 'kysely';
import { StoreError } from '../service/store-error.ts';
import type { Db, Tables } from './tables.ts';

/** PostgreSQL ended a transaction because of another one: serialization_failure, deadlock_detected. */
const ENDED_BY_ANOTHER: readonly unknown[] = ['40001', '40P01'];
const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction, and once more where another transaction was the reason that it ended:
 * nothing of it was written.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { result, trx } = await repeated(() =>
    db.transaction().execute(async (trx) => ({ result: await work(trx), trx })),
  );
  for (const call of afterCommits.get(trx) ?? []) call();
  return result;
}

const afterCommits = new WeakMap<Db, Set<() => void>>();

/** Calls back once a transaction of `inTransaction` is committed; the same callback once. */
export function afterCommit(trx: Db, call: () => void): void {
  const calls = afterCommits.get(trx) ?? new Set();
  afterCommits.set(trx, calls.add(call));
}

/** Repeats what another transaction ended. */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !wasEndedByAnother(error)) throw error;
    }
  }
}

function wasEndedByAnother(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && ENDED_BY_ANOTHER.includes(cause.code);
}

/**
 * Lets one transaction at a time go on that decides by what a team has: keys, people, open batches.
 * SQLite writes one transaction at a time anyway.
 */
export async function lockTeam(trx: Db, teamId: string): Promise<void> {
  // Without `key`: rows that refer to the team can be written meanwhile.
  await trx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
}
