import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Db, PgBoss } from 'pg-boss';
import type { Tables } from '../../tables.ts';
import { asStoreError } from '../postgres-error.ts';
import { createPool } from '../postgres-pool.ts';

/** A job of pg-boss: that a part may be claimed, from a time on. */
export interface PartJob {
  readonly id: string;
  readonly part: string;
}

interface NewJob extends PartJob {
  readonly priority: number;
  /** Milliseconds until it may be fetched. */
  readonly wait: number;
}

/** The jobs of pg-boss, a queue for each lane. What has `trx` is part of that transaction. */
export interface JobQueue {
  /**
   * Starts pg-boss and creates the queues that are missing. Before a transaction: it takes a
   * connection of its own, for which transactions must not wait while they hold all there are.
   */
  prepare(lanes: readonly string[]): Promise<void>;
  add(trx: Transaction<Tables>, lane: string, jobs: readonly NewJob[]): Promise<void>;
  /** Fetches the next job: it is active from then on. */
  next(trx: Transaction<Tables>, lane: string): Promise<PartJob | undefined>;
  remove(db: Kysely<Tables>, lane: string, ids: readonly string[]): Promise<void>;
  /** The heartbeat of active jobs. */
  renew(lane: string, ids: readonly string[]): Promise<void>;
  /** Finds jobs without a heartbeat, and deletes old ones. */
  supervise(): Promise<void>;
  close(): Promise<void>;
}

export const JOB_SCHEMA = 'mailvet_jobs';

/** Connections at most. */
const POOL_SIZE = 2;
/** The id of no job. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';
const DAY_S = 24 * 60 * 60;
/**
 * Seconds without a heartbeat after which pg-boss hands the job out again. Other workers take a part
 * over sooner (worker/lease-watch.ts); this is for the day when none of them did.
 */
const HEARTBEAT_S = 60;
const QUEUE = {
  heartbeatSeconds: HEARTBEAT_S,
  // The longest that pg-boss allows: whether a worker lives is seen by its heartbeat.
  expireInSeconds: DAY_S - 1,
  retentionSeconds: 90 * DAY_S,
  deleteAfterSeconds: DAY_S,
  // A part that fails is counted and ended by its worker: no job may end before.
  retryLimit: 1_000_000,
};

/**
 * pg-boss, started when it is first needed. What is not part of a transaction has connections of its
 * own: those of the store may all be in transactions that wait for it.
 */
export function jobQueue(url: string): JobQueue {
  const pool = createPool(url, POOL_SIZE);
  let started: Promise<PgBoss> | undefined;
  const boss = () => {
    started ??= startBoss(pool).catch((error) => {
      started = undefined;
      throw asStoreError(error);
    });
    return started;
  };
  const known = new Map<string, Promise<void>>();
  const create = async (lane: string) => {
    const started = await boss();
    await started.createQueue(lane, QUEUE);
    // Any use of a queue makes pg-boss remember it.
    await started.touch(lane, [NO_JOB]);
  };
  const prepare = (lane: string) => {
    const ready = known.get(lane) ?? create(lane);
    known.set(lane, ready);
    return ready.catch((error) => {
      known.delete(lane);
      throw error;
    });
  };
  return {
    async prepare(lanes) {
      for (const lane of new Set(lanes)) await prepare(lane);
    },
    async add(trx, lane, jobs) {
      const rows = jobs.map(({ id, part, priority, wait }) => ({
        id,
        data: { part },
        priority,
        startAfter: wait / 1000,
      }));
      await (await boss()).insert(lane, rows, { db: await within(trx) });
    },
    async next(trx, lane) {
      const [job] = await (await boss()).fetch<{ part: string }>(lane, { db: await within(trx) });
      return job && { id: job.id, part: job.data.part };
    },
    async remove(db, lane, ids) {
      if (ids.length === 0) return;
      await (await boss()).deleteJob(lane, [...ids], { db: await within(db) });
    },
    async renew(lane, ids) {
      if (ids.length > 0) await (await boss()).touch(lane, [...ids]);
    },
    supervise: async () => (await boss()).supervise(),
    async close() {
      await (await started?.catch(() => undefined))?.stop({ close: false, graceful: false });
      await pool.end();
    },
  };
}

async function within(db: Kysely<Tables>) {
  const { fromKysely } = await import('pg-boss');
  return fromKysely(db);
}

/** pg-boss over the store's own database, without what it does by the clock: workers ask for that. */
function createBoss(Boss: typeof PgBoss, db: Db, migrate: boolean): PgBoss {
  const boss = new Boss({ db, schema: JOB_SCHEMA, supervise: false, schedule: false, migrate });
  // What goes wrong in a call is its caller's to report; a background refresh is done again.
  boss.on('error', () => {});
  return boss;
}

async function startBoss(pool: Pool): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const executeSql: Db['executeSql'] = async (text, values) => {
    const client = await pool.connect().catch((error) => {
      throw asStoreError(error);
    });
    try {
      return await endingTransaction(client.query(text, values), () => client.query('rollback'));
    } catch (error) {
      throw asStoreError(error);
    } finally {
      client.release();
    }
  };
  return createBoss(Boss, { executeSql }, false).start();
}

/**
 * Some texts of pg-boss begin and end a transaction. After an error in between the connection would
 * refuse whatever comes next, also where pg-boss expects the error (two processes at once).
 */
async function endingTransaction<T>(
  query: Promise<T>,
  rollback: () => Promise<unknown>,
): Promise<T> {
  try {
    return await query;
  } catch (error) {
    await rollback().catch(() => {});
    throw error;
  }
}

/** Creates the tables of pg-boss, or brings them up to date. */
export async function migrateJobs(db: Kysely<Tables>): Promise<void> {
  const { PgBoss: Boss } = await import('pg-boss');
  // Its migrations are several statements in one text, for which there are no rows.
  const run = (one: Kysely<Tables>, text: string, values: readonly unknown[] = []) =>
    one.executeQuery(CompiledQuery.raw(text, [...values]));
  const executeSql = (text: string, values?: readonly unknown[]) =>
    db.connection().execute(async (one) => {
      const query = run(one, text, values);
      const { rows } = await endingTransaction(query, () => run(one, 'rollback'));
      return { rows: rows ?? [] };
    });
  const boss = createBoss(Boss, { executeSql }, true);
  await boss.start();
  await boss.stop({ close: false, graceful: false });
}
