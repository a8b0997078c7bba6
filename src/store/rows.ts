/** Converts rows to records of the core. */
import type { Selectable } from 'kysely';
import { BATCH_STATUSES } from '../contract/batch-state.ts';
import type { EntryStatus } from '../contract/schemas.ts';
import type { EntryRecord } from '../service/ports.ts';
import type { BatchRecord } from '../service/records.ts';
import { damagedRow } from './database-parts.ts';
import { type ResultColumns, readResult } from './results.ts';
import type { BatchRow } from './tables.ts';

/** A verification as its row has it. */
export interface HistoryRow {
  readonly teamId: string;
  /** Its `seq`. */
  readonly batch: number | null;
  readonly email: string;
  readonly columns: ResultColumns;
  readonly at: number;
}

/** The mailbox of a verification, as SQL: its column is null where that is `email`. */
export const MAILBOX = 'coalesce(mailbox, email)';

export type BatchColumns = Pick<
  Selectable<BatchRow>,
  'id' | 'status' | 'total_count' | 'processed_count' | 'created_at'
>;

export const BATCH_COLUMNS = [
  'batches.id',
  'batches.status',
  'batches.total_count',
  'batches.processed_count',
  'batches.created_at',
] as const;

/** Throws StoreError `damaged` for an invalid row. */
export function toBatch(row: BatchColumns): BatchRecord {
  const numbers = [row.total_count, row.processed_count, row.created_at];
  const isBatch = BATCH_STATUSES.includes(row.status) && numbers.every(Number.isSafeInteger);
  if (!isBatch) throw damagedRow('batch');
  return {
    id: row.id,
    status: row.status,
    totalCount: row.total_count,
    processedCount: row.processed_count,
    createdAt: row.created_at,
  };
}

const ENTRY_STATUSES: readonly EntryStatus[] = ['pending', 'verified', 'failed', 'cancelled'];

/** The error, for the client, of an entry with a damaged row. */
export const DAMAGED_ENTRY = 'The stored result of this address is damaged';

interface EntryColumns {
  readonly position: number;
  readonly email: string;
  readonly entry_status: EntryStatus;
  readonly cache_key: string;
  readonly result_id: number | null;
  readonly result: string | null;
  readonly checked_at: number | null;
  readonly error: string | null;
}

/** An entry with a damaged row counts as failed: data that does not fit its schema is not served. */
export function toEntry(batchId: string, row: EntryColumns): EntryRecord {
  const id = `${batchId}.${row.position + 1}`;
  const email = typeof row.email === 'string' ? row.email : '';
  const result = row.result_id === null ? null : readResult(row, row.cache_key || email);
  const isEntry = email === row.email && ENTRY_STATUSES.includes(row.entry_status);
  const hasResult = result !== null || row.entry_status !== 'verified';
  const isError = row.error === null || typeof row.error === 'string';
  if (isEntry && result !== undefined && hasResult && isError)
    return { id, email, status: row.entry_status, result, error: row.error };
  return { id, email, status: 'failed', result: null, error: DAMAGED_ENTRY };
}
