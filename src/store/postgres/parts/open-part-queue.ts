import type { Kysely } from 'kysely';
import type { PartQueue } from '../../../service/part-queue.ts';
import type { OnBatchCreated } from '../../database-parts.ts';
import type { EventOutbox } from '../../deliveries/event-outbox.ts';
import type { Tables } from '../../tables.ts';
import { outcomeRecorder } from '../outcome-recorder.ts';
import type { HistoryMonths } from '../partitions.ts';
import { jobQueue } from './job-queue.ts';
import { lockParts } from './lock-parts.ts';
import { addResolvePart, RESOLVE_LANE } from './new-parts.ts';
import { partQueue } from './part-queue.ts';

interface OpenedPartQueue {
  readonly parts: PartQueue;
  readonly onBatchCreated: OnBatchCreated;
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
  const jobs = jobQueue(url);
  const record = outcomeRecorder(db, months, lockParts);
  return {
    parts: partQueue({ db, jobs, record, outbox }),
    onBatchCreated: {
      prepare: () => jobs.prepare([RESOLVE_LANE]),
      write: (trx, batch) => addResolvePart(trx, jobs, batch),
    },
    close: () => jobs.close(),
  };
}
