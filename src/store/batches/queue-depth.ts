import { type Kysely, sql } from 'kysely';
import type { QueueDepth } from '../../service/batches/part-queue.ts';
import type { Tables } from '../tables.ts';

export async function queueDepth(db: Kysely<Tables>): Promise<QueueDepth> {
  const rows = await db
    .selectFrom('batches')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('batches'),
      fn.sum<number>(sql`total_count - processed_count`).as('addresses'),
    ])
    .where('status', 'in', ['pending', 'processing'])
    .groupBy('status')
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  return {
    pendingBatches: of('pending')?.batches ?? 0,
    processingBatches: of('processing')?.batches ?? 0,
    addresses: rows.reduce((sum, { addresses }) => sum + addresses, 0),
  };
}
