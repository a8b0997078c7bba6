import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BatchStatus } from '../../contract/batch-state.ts';
import type { ProbeMode } from '../../contract/probe-mode.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { AddressRange } from './address-reader.ts';
import type { SqlRow, Statements } from './database.ts';

/** The figures of the list, from its planning. */
export interface JobCounts {
  readonly rows: number;
  /** Distinct addresses of the whole list. */
  readonly distinct: number;
  /** Addresses beyond the first of their kind. */
  readonly duplicates: number;
  /** Distinct addresses with the mailbox of an earlier one, which are not sent; absent without any. */
  readonly sameMailbox?: number;
  /** Rows without a usable address: empty, no syntax, several in one cell. */
  readonly unusable: number;
  /** Rows that are unusable for several addresses in one cell; absent in older records. */
  readonly several?: number;
  /** Rows that are unusable since they have no text where addresses are; absent in older records. */
  readonly empty?: number;
  /** Distinct addresses that the job sends: all, or the sample. */
  readonly wanted: number;
}

/** A sample: how many addresses, and the seed that picks them. */
export interface Sample {
  readonly size: number;
  readonly seed: number;
}

/** What is known of a job from its planning on; it never changes. */
export interface JobRecord {
  /** `job_…` */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The list's name for people: a file name, or `stdin`. */
  readonly name: string;
  /** Absolute path of the list, null when it came on stdin. */
  readonly inputPath: string | null;
  /** Where it was submitted to: a base URL, or `embedded:<database path>`. */
  readonly service: string;
  /** Hash of the list's bytes and of what was chosen in it. */
  readonly fingerprint: string;
  /** That of the same list as it was written; absent where its cells are not mended. */
  readonly unmended?: string;
  readonly plan: ListPlan;
  readonly counts: JobCounts;
  readonly sample: Sample | null;
  /** Whether results that the service has in its cache are found again; some were known, and are not sent. */
  readonly noCache?: true;
  /** How far its verifications go; absent: as far as mail hosts. */
  readonly mode?: ProbeMode | undefined;
  /** The output flags of the run that submitted it, for `batch resume`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** One POST: addresses `first` to `last` (1-based ordinals), and what became of it. */
export interface JobBatch {
  /** Its number in the job, from 1. */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** When we were about to send it, in milliseconds since the epoch, by our clock. */
  readonly intendedAt: number;
  /** The service's identifier; null while no answer is known. */
  readonly serviceId: string | null;
  /** As last seen. `missing`: the service does not know the batch any more. */
  readonly status: BatchStatus | 'unknown' | 'missing';
  /** Addresses that the service had processed when last seen. */
  readonly processed: number;
  /** True once its results are stored: nothing is asked about it any more. */
  readonly collected: boolean;
  /** True once a POST of it surely left and its answer was lost. */
  readonly lost: boolean;
  /** True once it was sent again behind a lost answer, with no key that keeps it from being charged twice. */
  readonly resent: boolean;
  /** Addresses without a result, once it is collected; a retry takes over those that it asks again. */
  readonly missing: number;
  /** The first contradiction in what the service sent of it, in words. */
  readonly fault: string | null;
}

/** The state of a batch as the service last showed it. */
export type BatchSnapshot = Pick<JobBatch, 'status' | 'processed' | 'collected'> &
  Partial<Pick<JobBatch, 'fault'>>;

/** What List Batches showed before anything was sent, in the service's own time. */
export interface Listing {
  readonly ids: readonly string[];
  /** The newest `createdAt` among them, null without any. */
  readonly latest: string | null;
}

/** A run that wrote results of a job: its own, or one with the same list later. */
export interface WritingRun {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly inputPath: string | null;
  /** Its output flags. */
  readonly settings: JobRecord['settings'];
}

/** A results file that this job wrote; it may be replaced only while it is as we left it. */
export interface WrittenFile {
  readonly path: string;
  /** Absent in a file of another job with the same list. */
  readonly run?: WritingRun | undefined;
  /** SHA-256 of its content, in hex. */
  readonly hash: string;
  /** Set where the corrections of the list were undone in it. */
  readonly undone?: true;
}

/** The fingerprint of a list, whether its cells are mended or not. */
export function listFingerprint({
  unmended,
  fingerprint,
}: Pick<JobRecord, 'unmended' | 'fingerprint'>): string {
  return unmended ?? fingerprint;
}

/** Whether the corrections of a list were undone in the files that were written last. */
export function isUndone(written: readonly WrittenFile[]): boolean {
  return written.at(-1)?.undone === true;
}

/** Number of addresses of a batch. */
export function sizeOf(batch: AddressRange): number {
  return batch.last - batch.first + 1;
}

/** A batch as its table has it. */
export type JobBatchRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

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

/** The columns of `JobBatchRow`, as SQL. */
export const BATCH_COLUMNS = COLUMNS.join(', ');

const SAVE = `
  INSERT OR REPLACE INTO batch (${BATCH_COLUMNS}, sum)
  VALUES (${COLUMNS.map(() => '?').join(', ')}, ?)
`;

/** Writes a batch, in place of an earlier row of its number. */
export function saveBatch(sql: Statements, batch: JobBatch): void {
  const row = encode(batch);
  sql.run(SAVE, ...COLUMNS.map((name) => row[name]), sumOfBatch(row));
}

/** Batches in their order; `where` picks some of them. */
export function loadBatches(sql: Statements, where = 'true'): JobBatch[] {
  return sql
    .all(`SELECT ${BATCH_COLUMNS} FROM batch WHERE ${where} ORDER BY number`)
    .map((row) => decode(row));
}

/** The checksum of a row. */
export function sumOfBatch(row: JobBatchRow): number {
  return crc32(JSON.stringify(COLUMNS.map((name) => row[name])));
}

function encode(batch: JobBatch): JobBatchRow {
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

function decode(row: SqlRow): JobBatch {
  return {
    number: Number(row.number),
    first: Number(row.first),
    last: Number(row.last),
    intendedAt: Number(row.intended_at),
    serviceId: typeof row.service_id === 'string' ? row.service_id : null,
    status: String(row.status) as JobBatch['status'],
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

/** Recognises a list that was submitted: by its bytes (their SHA-256, in hex), and by what was chosen in it. */
export function fingerprintOf(
  contentHash: string,
  { plan, sample }: Pick<JobRecord, 'plan' | 'sample'>,
): string {
  const { format, encoding, delimiter, columns, coalesce, splitCells, head } = plan;
  const { mended, corrections } = plan;
  const reading = [format, encoding, delimiter, columns, splitCells, head.records, coalesce];
  const chosen = mended ? [...reading, 'mended', corrections] : reading;
  return createHash('sha256')
    .update(JSON.stringify([contentHash, chosen, sample]))
    .digest('hex');
}
