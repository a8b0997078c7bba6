import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damageError, isDamage } from './damage.ts';
import { BATCH_COLUMNS, type JobBatchRow, sumOfBatch } from './job-record.ts';
import { ADDRESS, type PortionRow, sumOfPortion } from './portions.ts';

/** Of a row's own content: a flipped bit changes it. */
export function checksum(content: string | Uint8Array): number {
  return crc32(content);
}

/** Writes what a list is; of one that is there already, in place of it. `writer`: the mailvet that creates it. */
export function writeRecord(database: DatabaseSync, record: object, writer?: string): void {
  const text = JSON.stringify(record);
  database.prepare(WRITE_RECORD).run(text, checksum(text), writer ?? null);
}

const WRITE_RECORD = `
  INSERT INTO job (one, record, sum, writer) VALUES (1, ?1, ?2, ?3)
  ON CONFLICT (one) DO UPDATE SET record = ?1, sum = ?2
`;

/** Addresses to a block, in the order of their ordinals: as many as a whole batch has. */
const BLOCK_SIZE = 1000;

/** The addresses of a block, a line each. One value for all: a thousand rows cost several times as much. */
const BLOCK = `
  SELECT group_concat(${ADDRESS}, char(10)) AS lines
  FROM (SELECT local, domain FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal)
`;

/** The checksums of the addresses, block by block. */
function* readBlockSums(database: DatabaseSync): Generator<number> {
  const select = database.prepare(BLOCK);
  const last = Number(
    database.prepare('SELECT max(ordinal) AS last FROM address').get()?.last ?? 0,
  );
  for (let first = 1; first <= last; first += BLOCK_SIZE) {
    yield checksum(String(select.get(first, first + BLOCK_SIZE - 1)?.lines));
  }
}

/** Notes the checksums of the addresses, once all of them are there. */
export function sealAddresses(database: DatabaseSync): void {
  const insert = database.prepare('INSERT INTO block (number, sum) VALUES (?, ?)');
  let number = 0;
  for (const sum of readBlockSums(database)) insert.run(number++, sum);
}

/**
 * Makes sure that a job is as it was written: its pages, and the content of its rows. Throws `input`
 * where it is not. Nothing of a damaged job may be sent: it would be paid for.
 */
export function checkJob(database: DatabaseSync, path: string): void {
  try {
    const fault = findFault(database);
    if (fault !== undefined) throw damageError(path, fault);
  } catch (error) {
    throw isDamage(error) ? damageError(path, (error as Error).message, error) : error;
  }
}

function findFault(database: DatabaseSync): string | undefined {
  const [pages] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (pages !== 'ok') return String(pages).split('\n').at(-1);
  return CHECKS.find(({ holds }) => !holds(database))?.fault;
}

const CHECKS: readonly {
  readonly fault: string;
  readonly holds: (database: DatabaseSync) => boolean;
}[] = [
  { fault: 'its record has changed', holds: (db) => holdsEvery(db, 'job', 'record') },
  { fault: 'its copy of the list has changed', holds: (db) => holdsEvery(db, 'input', 'bytes') },
  { fault: 'its addresses have changed', holds: holdsAddresses },
  { fault: 'its addresses have changed', holds: holdsPortions },
  { fault: 'its batches have changed', holds: holdsBatches },
  {
    fault: 'its results have changed',
    holds: (db) =>
      holdsEvery(db, 'result', 'codes') && holdsEvery(db, 'unpackable_result', 'result'),
  },
];

function holdsEvery(database: DatabaseSync, table: string, column: string): boolean {
  const rows = database.prepare(`SELECT ${column} AS content, sum FROM ${table}`).iterate();
  for (const { content, sum } of rows) if (checksum(toBytes(content)) !== sum) return false;
  return true;
}

function toBytes(content: SQLOutputValue | undefined): string | Uint8Array {
  return content instanceof Uint8Array ? content : String(content);
}

function holdsAddresses(database: DatabaseSync): boolean {
  const noted = database.prepare('SELECT sum FROM block ORDER BY number').all();
  // As many blocks as were noted, however far a changed ordinal may lie.
  const sums = readBlockSums(database)
    .take(noted.length + 1)
    .toArray();
  return sums.length === noted.length && sums.every((sum, at) => sum === noted[at]?.sum);
}

function holdsPortions(database: DatabaseSync): boolean {
  const rows = database.prepare('SELECT ordinals, lines, sum FROM portion').iterate();
  for (const row of rows) if (sumOfPortion(row as unknown as PortionRow) !== row.sum) return false;
  return true;
}

function holdsBatches(database: DatabaseSync): boolean {
  const rows = database.prepare(`SELECT ${BATCH_COLUMNS}, sum FROM batch`).all();
  return rows.every((row) => sumOfBatch(row as unknown as JobBatchRow) === row.sum);
}
