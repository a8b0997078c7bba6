import { sql } from 'kysely';

/** Where pg-boss has its tables. */
export const JOB_SCHEMA = 'mailvet_jobs';
export const JOBS = sql.table(`${JOB_SCHEMA}.job`);

const DAY_S = 24 * 60 * 60;

/** How pg-boss treats the jobs of a queue. */
export const QUEUE = {
  // Seconds without a heartbeat after which pg-boss hands the job out again. Other workers take a part
  // over sooner (worker/part-pool.ts); this is for the day when none of them did.
  heartbeatSeconds: 60,
  // The longest that pg-boss allows: whether a worker lives is seen by its heartbeat.
  expireInSeconds: DAY_S - 1,
  retentionSeconds: 90 * DAY_S,
  deleteAfterSeconds: DAY_S,
  // A part that fails is counted and ended by its worker: no job may end before.
  retryLimit: 1_000_000,
};
