import type { Kysely } from 'kysely';
import type { PartQueue } from '../../../service/batches/part-queue.ts';
import type { BatchHooks } from '../../database-parts.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { outcomeRecorder } from '../outcome-recorder.ts';
import type { HistoryMonths } from '../partitions.ts';
import { deleteParts } from './claims.ts';
import { lockParts } from './lock-parts.ts';
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
