import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Db as BossDb, PgBoss } from 'pg-boss';
import type { Db, Tables } from '../tables.ts';
import { asStoreError } from './postgres-errors.ts';
import { createPool } from './postgres-pool.ts';

/** What pg-boss keeps of a part, beside its turn (priority), start time, claims and heartbeat. */
export interface PartData {
  readonly batch: string;
  readonly team: string;
  readonly work: 'verify' | 'resolve';
  /** Absent: all entries of the batch. */
  readonly positions?: readonly number[] | undefined;
  /** What the verifier noted of earlier tries, by position. */
  readonly tries?: readonly (readonly [position: number, tries: unknown])[] | undefined;
  readonly failures?: number;
}

/** A part as a job of pg-boss. */
export interface NewPartJob {
  readonly data: PartData;
  readonly turn: number;
  /** Milliseconds until it may be fetched. */
  readonly wait: number;
}

/** One attempt at a job: the next time that the job is fetched its attempt is another. */
export interface PartAttempt {
  readonly queue: string;
  readonly id: string;
  readonly attempt: number;
}

interface FetchedPart extends PartAttempt {
  readonly data: PartData;
}

/** The parts of batches as jobs of pg-boss. What has `trx` is part of that transaction. */
export interface PartJobs {
  /**
   * Starts pg-boss and creates the queues that are missing. Before a transaction: it takes a
   * connection of its own, for which transactions must not wait while they hold all there are.
   */
  prepare(queues: readonly string[]): Promise<void>;
  add(trx: Transaction<Tables>, queue: string, jobs: readonly NewPartJob[]): Promise<void>;
  /** Fetches the next job: it is active from then on. */
  next(
    trx: Transaction<Tables>,
    queue: string,
    notOf?: readonly string[],
  ): Promise<FetchedPart | undefined>;
  /** The heartbeat of active jobs. */
  renew(attempts: readonly PartAttempt[]): Promise<void>;
  /** Lets others fetch active jobs at once. */
  free(attempts: readonly PartAttempt[]): Promise<void>;
  /** Finds jobs without a heartbeat. */
  supervise(): Promise<void>;
  close(): Promise<void>;
}

/** Connections at most. */
const POOL_SIZE = 2;
/** The id of no job. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * pg-boss, started when it is first needed. What is not part of a transaction has connections of its
 * own: those of the store may all be in transactions that wait for it.
 */
export function partJobs(url: string): PartJobs {
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
  const create = async (queue: string) => {
    const started = await boss();
    await started.createQueue(queue, QUEUE);
    // Any use of a queue makes pg-boss remember it.
    await started.touch(queue, [NO_JOB]);
  };
  const prepare = (queue: string) => {
    const ready = known.get(queue) ?? create(queue);
    known.set(queue, ready);
    return ready.catch((error) => {
      known.delete(queue);
      throw error;
    });
  };
  return {
    async prepare(queues) {
      for (const queue of new Set(queues)) await prepare(queue);
    },
    async add(trx, queue, jobs) {
      const rows = jobs.map(({ data, turn, wait }) => ({
        data,
        priority: -turn,
        startAfter: wait / 1000,
        // Its index finds the active jobs (`ACTIVE`).
        group: { id: data.team },
      }));
      await (await boss()).insert(queue, rows, { db: await within(trx) });
    },
    async next(trx, queue, notOf = []) {
      const options = { db: await within(trx), ignoreGroups: [...notOf] };
      const [job] = await (await boss()).fetch<PartData>(queue, options);
      return job && { queue, id: job.id, attempt: job.retryCount, data: job.data };
    },
    async renew(attempts) {
      for (const [queue, own] of byQueue(attempts)) await (await boss()).touch(queue, own);
    },
    async free(attempts) {
      for (const [queue, own] of byQueue(attempts)) {
        await prepare(queue);
        await (await boss()).fail(queue, own);
      }
    },
    supervise: async () => (await boss()).supervise(),
    async close() {
      await (await started?.catch(() => undefined))?.stop({ close: false, graceful: false });
      await pool.end();
    },
  };
}

/** pg-boss touches no job whose attempt is another by now. */
function byQueue(attempts: readonly PartAttempt[]) {
  const jobs = attempts.map(({ queue, id, attempt }) => ({ queue, id, retryCount: attempt }));
  return Map.groupBy(jobs, ({ queue }) => queue);
}

async function within(db: Db) {
  const { fromKysely } = await import('pg-boss');
  return fromKysely(db);
}

/** pg-boss over the store's own database, without what it does by the clock: workers ask for that. */
function createBoss(Boss: typeof PgBoss, db: BossDb, migrate: boolean): PgBoss {
  const boss = new Boss({ db, schema: JOB_SCHEMA, supervise: false, schedule: false, migrate });
  // What goes wrong in a call is its caller's to report; a background refresh is done again.
  boss.on('error', () => {});
  return boss;
}

async function startBoss(pool: Pool): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const executeSql: BossDb['executeSql'] = async (text, values) => {
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
export async function migrateJobs(db: Db): Promise<void> {
  const { PgBoss: Boss } = await import('pg-boss');
  // Its migrations are several statements in one text, for which there are no rows.
  const run = (one: Db, text: string, values: readonly unknown[] = []) =>
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

/** Where pg-boss has its tables. */
export const JOB_SCHEMA = 'mailvet_jobs';
export const JOBS = sql.table(`${JOB_SCHEMA}.job`);

const DAY_S = 24 * 60 * 60;

/** How pg-boss treats the jobs of a queue. */
export const QUEUE = {
  // Seconds without a heartbeat after which pg-boss hands the job out again. Other workers take a part
  // over sooner (service/parts/part-pool.ts); this is for the day when none of them did.
  heartbeatSeconds: 60,
  // The longest that pg-boss allows: whether a worker lives is seen by its heartbeat.
  expireInSeconds: DAY_S - 1,
  retentionSeconds: 90 * DAY_S,
  deleteAfterSeconds: DAY_S,
  // A part that fails is counted and ended by its worker: no job may end before.
  retryLimit: 1_000_000,
};
