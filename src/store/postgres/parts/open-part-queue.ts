import { type Kysely, sql } from 'kysely';
import type { PartQueue } from '../../../service/batches/part-queue.ts';
import type { BatchHooks } from '../../database-parts.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { type LockParts, outcomeRecorder } from '../outcome-recorder.ts';
import type { HistoryMonths } from '../partitions.ts';
import { deleteParts, readClaim } from './claims.ts';
import { JOBS } from './job-schema.ts';
import { addResolvePart, RESOLVE_QUEUE } from './new-parts.ts';
import { partJobs } from './part-jobs.ts';
import { partQueue } from './part-queue.ts';

interface OpenedPartQueue {
  readonly parts: PartQueue;
  readonly batchHooks: BatchHooks;
  close(): Promise<void>;
}

interface PartQueueDatabase {
  readonly db: Kysely<Tables>;
  readonly months: HistoryMonths;
  readonly url: string;
  readonly outbox: EventOutbox;
}

/** The parts of a database's batches. Nothing is loaded or connected before it is needed. */
export function openPartQueue({ db, months, url, outbox }: PartQueueDatabase): OpenedPartQueue {
  const jobs = partJobs(url);
  const record = outcomeRecorder(db, months, lockParts);
  return {
    parts: partQueue({ db, jobs, record, outbox }),
    batchHooks: {
      prepare: () => jobs.prepare([RESOLVE_QUEUE]),
      created: (trx, batch) => addResolvePart(trx, jobs, batch),
      cancelled: (trx, batchId) => deleteParts(trx, batchId),
    },
    close: () => jobs.close(),
  };
}

interface LockedPart {
  readonly id: string;
  readonly attempt: number;
  readonly seq: number;
  readonly team_id: string;
  readonly month: string;
  readonly has_failed: boolean;
}

/**
 * The parts that are worked on and their batches, locked: none is cancelled or taken over meanwhile.
 * The batches first, as whatever ends one does.
 */
const lockParts: LockParts = async (trx, claims) => {
  const attempts = claims.map(({ claim }) => readClaim(claim));
  const batchIds = claims.map(({ batchId }) => batchId);
  const { rows } = await sql<LockedPart>`
    with open as materialized (
      select id, seq, team_id, month from batches
      where id = any(${batchIds}::text[]) and status = 'processing' order by id for no key update
    )
    select job.id, retry_count as attempt, open.seq, open.team_id, month, data ? 'failures' as has_failed
    from unnest(${attempts.map(({ queue }) => queue)}::text[], ${attempts.map(({ id }) => id)}::uuid[],
        ${attempts.map(({ attempt }) => attempt)}::int[]) as given (queue, id, attempt)
      join ${JOBS} as job on job.name = given.queue and job.id = given.id
        and job.retry_count = given.attempt and job.state = 'active'
      join open on open.id = job.data ->> 'batch'
    order by job.id for no key update of job`.execute(trx);
  const failed = rows.filter(({ has_failed }) => has_failed).map(({ id }) => id);
  if (failed.length > 0) {
    const queues = attempts.map(({ queue }) => queue);
    await sql`
      update ${JOBS} set data = data - 'failures'
      where name = any(${queues}::text[]) and id = any(${failed}::uuid[])`.execute(trx);
  }
  const parts = new Map(rows.map((row) => [`${row.id}:${row.attempt}`, row]));
  return attempts.map(({ id, attempt }) => parts.get(`${id}:${attempt}`));
};
