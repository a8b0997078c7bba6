import { crc32 } from 'node:zlib';
import type { BatchRecord } from './job-record.ts';
import type { Row, Statements } from './statements.ts';

/** A batch as its table has it. */
export type BatchRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

const COLUMNS = [
  'number',
  'first',
  'last',
  'intended_at',
  'service_id',
  'status',
  'processed',
  'collected',
  'lost',
  'missing',
  'fault',
] as const;

/** The bits of `lost`. */
const LOST = 1;
const RESENT = 2;

/** The columns of `BatchRow`, as SQL. */
export const BATCH_COLUMNS = COLUMNS.join(', ');

const SAVE = `
  INSERT OR REPLACE INTO batch (${BATCH_COLUMNS}, sum)
  VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)
`;

/** Writes a batch, in place of an earlier row of its number. */
export function saveBatch(sql: Statements, batch: BatchRecord): void {
  const row = encode(batch);
  sql.run(SAVE, ...COLUMNS.map((name) => row[name]), sumOfBatch(row));
}

/** Batches in their order; `where` picks some of them. */
export function loadBatches(sql: Statements, where = 'true'): BatchRecord[] {
  return sql
    .all(`SELECT ${BATCH_COLUMNS} FROM batch WHERE ${where} ORDER BY number`)
    .map((row) => decode(row));
}

/** The checksum of a row. */
export function sumOfBatch(row: BatchRow): number {
  return crc32(JSON.stringify(COLUMNS.map((name) => row[name])));
}

function encode(batch: BatchRecord): BatchRow {
  const { number, first, last, status, processed, missing, fault } = batch;
  return {
    number,
    first,
    last,
    intended_at: batch.intendedAt,
    service_id: batch.serviceId,
    status,
    processed,
    collected: Number(batch.collected),
    lost: (batch.lost ? LOST : 0) + (batch.resent ? RESENT : 0),
    missing,
    fault,
  };
}

function decode(row: Row): BatchRecord {
  return {
    number: Number(row.number),
    first: Number(row.first),
    last: Number(row.last),
    intendedAt: Number(row.intended_at),
    serviceId: typeof row.service_id === 'string' ? row.service_id : null,
    status: String(row.status) as BatchRecord['status'],
    processed: Number(row.processed),
    collected: row.collected === 1,
    lost: (Number(row.lost) & LOST) !== 0,
    resent: (Number(row.lost) & RESENT) !== 0,
    missing: Number(row.missing),
    fault: typeof row.fault === 'string' ? row.fault : null,
  };
}

/** A batch that nothing is known of yet. */
export const NEW_BATCH = {
  serviceId: null,
  status: 'unknown',
  processed: 0,
  collected: false,
  lost: false,
  resent: false,
  missing: 0,
  fault: null,
} as const;
