import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import { MailvetError } from '../../errors.ts';
import { inTransaction } from '../../lib/in-transaction.ts';
import { build } from '../../lib/version.ts';
import { type BatchRow, sumOfBatch } from './batch-rows.ts';
import { checksum, sealAddresses } from './check.ts';
import { EVIDENCE, PAGE_INDEXES, readVersion, VERSION } from './database.ts';
import { lockFile } from './file-lock.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { JobRecord, WrittenFile } from './job-record.ts';
import { packResults, readCodes } from './packed-results.ts';
import { portionInserter } from './portions.ts';

/** Earlier version of a job's schema → what leads to the next one. */
const STEPS: Readonly<Record<number, (database: DatabaseSync) => void>> = {
  1: packAllResults,
  2: sealAll,
  3: divideAsSent,
  4: (database) => database.exec('ALTER TABLE odd_result RENAME TO unpackable_result'),
  // Its tables are the same; an earlier mailvet would write a row for each of several columns.
  5: renewFingerprint,
  6: (database) =>
    database.exec(`
      ALTER TABLE job ADD COLUMN writer TEXT;
      ALTER TABLE job ADD COLUMN keyless INTEGER NOT NULL DEFAULT 0;
    `),
  7: (database) => database.exec(EVIDENCE),
  // What pages of a service ask for; a job has none of it.
  8: (database) =>
    database.exec(`
      ALTER TABLE address ADD COLUMN problem TEXT;
      ALTER TABLE address ADD COLUMN rows INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE address ADD COLUMN suggested INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE address ADD COLUMN verdict INTEGER;
      ${PAGE_INDEXES}
    `),
};

const EARLIEST_VERSION = Math.min(...Object.keys(STEPS).map(Number));

/** Throws `input` for a job of a version that can't be read, with the mailvet that wrote it. */
export function checkVersion(database: DatabaseSync, path: string): void {
  const version = readVersion(database);
  if (version >= EARLIEST_VERSION && version <= VERSION) return;
  const isNewer = version > VERSION && hasColumn(database, 'job', 'writer');
  const writer = isNewer ? database.prepare('SELECT writer FROM job').get()?.writer : undefined;
  const by = typeof writer === 'string' ? ` by mailvet ${writer}` : '';
  throw new MailvetError(
    'input',
    `${path} can't be read as a job: it was written${by} in version ${version} of jobs, and this is mailvet ${build()}, which knows ${EARLIEST_VERSION} to ${VERSION}`,
    {
      hint: [
        'Update mailvet, or use the one that wrote it; ',
        { code: 'forget_job' },
        ' removes the job',
      ],
    },
  );
}

/**
 * Brings a job of an earlier version up to date. A mailvet of that version may be at work on it, and
 * would find its tables changed: hence the lock.
 *
 * @throws MailvetError `locked` while another process works on the job.
 */
export function migrateJob(database: DatabaseSync, path: string): void {
  if (readVersion(database) === VERSION) return;
  using _ = lockFile(path);
  inTransaction(database, () => {
    const from = readVersion(database);
    for (let version = from; version < VERSION; version++) {
      STEPS[version]?.(database);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    }
    if (from < KEYED_SINCE) database.exec(NOTE_KEYLESS);
    database.prepare('UPDATE job SET writer = ?').run(build());
  });
}

/** The first version whose batches were sent with an Idempotency-Key. */
const KEYED_SINCE = 6;

/** The service can't know a second POST of these by their key. */
const NOTE_KEYLESS =
  'UPDATE job SET keyless = (SELECT coalesce(max(number), 0) FROM batch WHERE service_id IS NULL)';

/** Version 1 kept a result as JSON beside each address, and was finished when all had come. */
function packAllResults(database: DatabaseSync): void {
  database.exec(`
    CREATE INDEX open_batch ON batch (number) WHERE collected = 0;
    CREATE TABLE result (first INTEGER PRIMARY KEY, codes BLOB NOT NULL) STRICT;
    CREATE TABLE odd_result (ordinal INTEGER PRIMARY KEY, result TEXT NOT NULL) STRICT;
  `);
  addDelivered(database);
  const select = database.prepare(
    'SELECT address, result FROM address WHERE ordinal BETWEEN ? AND ? ORDER BY ordinal',
  );
  const insert = database.prepare('INSERT INTO result (first, codes) VALUES (?, ?)');
  const insertOdd = database.prepare('INSERT INTO odd_result (ordinal, result) VALUES (?, ?)');
  for (const { first, last } of readRanges(database)) {
    const rows = select.all(first, last);
    const addresses = rows.map(({ address }) => String(address));
    const texts = rows.map(({ result }) => (typeof result === 'string' ? result : undefined));
    const results = texts.map((text) => (text === undefined ? undefined : JSON.parse(text)));
    if (results.every((result) => result === undefined)) continue;
    const { codes, others } = packResults(addresses, results);
    insert.run(first, codes);
    for (const index of others) insertOdd.run(first + index, texts[index] ?? '');
  }
  database.exec('ALTER TABLE address DROP COLUMN result');
}

/** The first builds of version 1 wrote results without a note, and told their files by size and time. */
function addDelivered(database: DatabaseSync): void {
  if (hasColumn(database, 'job', 'delivered')) return;
  database.exec('ALTER TABLE job ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0');
  const written: Partial<WrittenFile>[] = JSON.parse(
    String(database.prepare('SELECT written FROM job').get()?.written),
  );
  const known = written.filter(({ hash }) => hash !== undefined);
  database
    .prepare('UPDATE job SET written = ?, delivered = ?')
    .run(JSON.stringify(known), Number(written.length > 0));
}

/** Version 2 had no checksums, and did not say what of a batch was missing. */
function sealAll(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE job ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE job ADD COLUMN logged INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE input ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE batch ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE batch ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE batch ADD COLUMN fault TEXT;
    ALTER TABLE batch ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE result ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE odd_result ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE block (number INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT;
  `);
  countMissing(database);
  for (const [table, key, column] of [
    ['job', 'one', 'record'],
    ['input', 'ordinal', 'bytes'],
    ['result', 'first', 'codes'],
    ['odd_result', 'ordinal', 'result'],
  ]) {
    const update = database.prepare(`UPDATE ${table} SET sum = ? WHERE ${key} = ?`);
    const select = database.prepare(`SELECT ${column} AS content FROM ${table} WHERE ${key} = ?`);
    for (const { key: at } of database.prepare(`SELECT ${key} AS key FROM ${table}`).all()) {
      const content = select.get(at ?? null)?.content;
      update.run(checksum(content instanceof Uint8Array ? content : String(content)), at ?? null);
    }
  }
  const update = database.prepare('UPDATE batch SET sum = ? WHERE number = ?');
  for (const row of database.prepare('SELECT * FROM batch').all()) {
    update.run(sumOfBatch(row as unknown as BatchRow), row.number ?? null);
  }
}

function countMissing(database: DatabaseSync): void {
  const codesOf = database.prepare('SELECT codes FROM result WHERE first = ?');
  const update = database.prepare('UPDATE batch SET missing = ? WHERE first = ? AND collected = 1');
  for (const { first, last } of readRanges(database)) {
    const codes = codesOf.get(first)?.codes;
    const known = codes instanceof Uint8Array ? readCodes(codes) : [];
    update.run(last - first + 1 - known.filter((code) => code !== 0).length, first);
  }
}

/** Version 3 sent addresses in the order of the list: its batches stay as they are, and so does the rest. */
function divideAsSent(database: DatabaseSync): void {
  database.function('domain_of', { deterministic: true }, (address) =>
    String(address).slice(String(address).lastIndexOf('@') + 1),
  );
  database.exec(`
    ALTER TABLE address RENAME TO old_address;
    CREATE TABLE address (
      ordinal INTEGER PRIMARY KEY,
      domain TEXT NOT NULL,
      local TEXT NOT NULL,
      UNIQUE (domain, local)
    ) STRICT;
    INSERT INTO address
      SELECT ordinal, domain, substr(address, 1, length(address) - length(domain) - 1)
      FROM (SELECT ordinal, address, domain_of(address) AS domain FROM old_address)
      ORDER BY ordinal;
    DROP TABLE old_address;
    CREATE TABLE portion (
      first INTEGER PRIMARY KEY,
      ordinals BLOB NOT NULL,
      lines TEXT NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
  `);
  if (database.prepare('SELECT 1 FROM block').get() === undefined) sealAddresses(database);
  const insert = portionInserter(database);
  for (const { first, last } of [...readRanges(database), ...readUnsent(database)]) {
    insert(
      first,
      Uint32Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );
  }
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function readRanges(database: DatabaseSync): readonly Range[] {
  const rows = database.prepare('SELECT first, last FROM batch ORDER BY first').all();
  return rows.map(({ first, last }) => ({ first: Number(first), last: Number(last) }));
}

/** What no batch has taken up: behind the last one, since they were sent in order. */
function readUnsent(database: DatabaseSync): readonly Range[] {
  const { end } = database.prepare('SELECT count(*) AS end FROM address').get() ?? {};
  const { sent } = database.prepare('SELECT coalesce(max(last), 0) AS sent FROM batch').get() ?? {};
  const ranges: Range[] = [];
  for (let first = Number(sent) + 1; first <= Number(end); first += MAX_BATCH_SIZE) {
    ranges.push({ first, last: Math.min(first + MAX_BATCH_SIZE - 1, Number(end)) });
  }
  return ranges;
}

/** Fingerprints had fewer parts: the same list would not be recognised. A changed record stays changed. */
function renewFingerprint(database: DatabaseSync): void {
  const { record: text, sum } = database.prepare('SELECT record, sum FROM job').get() ?? {};
  if (checksum(String(text)) !== sum) return;
  const record: JobRecord = JSON.parse(String(text));
  const hash = createHash('sha256');
  for (const { bytes } of database.prepare('SELECT bytes FROM input ORDER BY ordinal').iterate()) {
    hash.update(bytes as Uint8Array);
  }
  const fingerprint = fingerprintOf(hash.digest('hex'), record);
  const renewed = JSON.stringify({ ...record, fingerprint });
  database.prepare('UPDATE job SET record = ?, sum = ?').run(renewed, checksum(renewed));
}

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  const sql = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?';
  return database.prepare(sql).get(table, column) !== undefined;
}
