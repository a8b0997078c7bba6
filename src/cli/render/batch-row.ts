import type { Batch } from '../../contract/decode.ts';
import type { Column } from './table.ts';

/** A batch as it is printed. Fields that the service left out are null. */
export interface PrintedBatch {
  readonly id: string;
  readonly status: string;
  readonly totalCount: number | null;
  readonly processedCount: number | null;
  readonly createdAt: string | null;
}

export function batchRow(batch: Batch): PrintedBatch {
  const { id, status, totalCount, processedCount, createdAt } = batch;
  return {
    id,
    status,
    totalCount: totalCount ?? null,
    processedCount: processedCount ?? null,
    createdAt: createdAt ?? null,
  };
}

export const BATCH_COLUMNS: readonly Column<PrintedBatch>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status },
  {
    title: 'TOTAL',
    field: 'totalCount',
    align: 'right',
    text: ({ totalCount }) => String(totalCount ?? ''),
  },
  {
    title: 'PROCESSED',
    field: 'processedCount',
    align: 'right',
    text: ({ processedCount }) => String(processedCount ?? ''),
  },
  { title: 'CREATED', field: 'createdAt', isTime: true, text: ({ createdAt }) => createdAt ?? '' },
];
