import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { systemClock } from '../../lib/clock.ts';
import type { Store } from '../../service/ports.ts';
import { type AssembleOptions, assembleStore } from '../assemble-store.ts';
import { toAnswerKey } from '../cached-answers.ts';
import {
  type AnswerReads,
  type CachedRow,
  type ClaimRows,
  type DatabaseParts,
  damageReports,
  type GivenRows,
  type InsertEntries,
  type OtherProcesses,
  type Overwriting,
  type TextSets,
} from '../database-parts.ts';
import type { MigratedSchema, Migration, OnMigrated } from '../migrations.ts';
import { eventOutbox } from '../outbox.ts';
import type { ClaimedRow, Db, Tables } from '../tables.ts';
import { isFree } from '../webhook-attempts.ts';
import { entryInserts, FIND_ANSWERS } from './address-rows.ts';
import { historyWriter, outcomeRecorder, reservationWriter } from './address-writers.ts';
import { backUp, copyBeside } from './backup.ts';
import { historyReads, historyUpkeep, type IndexBounds, mailboxIndex } from './history.ts';
import { migrate, refuseUnreleased } from './migrate.ts';
import { partQueue } from './part-queue.ts';
import { preparedReads } from './prepared-reads.ts';
import { readPool } from './read-pool.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { missingFolder, openingError } from './sqlite-errors.ts';
import { databaseFile, probe, Writer, whileBusy } from './writer.ts';

/** How long SQLite itself waits for a lock, which blocks the process: whileBusy waits longer. */
const BLOCKING_WAIT_MS = 5;

/** The same while another process may migrate the database. */
const OPENING_WAIT_MS = 60_000;

export interface SqliteOptions extends AssembleOptions {
  /** Called where the database was of an earlier version. */
  readonly onMigrated?: OnMigrated | undefined;
  /** Default: those of this version. */
  readonly migrations?: readonly Migration[] | undefined;
  /** Milliseconds that a write waits for its turn and the database's lock. */
  readonly waitMs?: number;
  readonly indexBounds?: IndexBounds | undefined;
}

/**
 * Opens the store in a file of an existing folder, and first creates or migrates it where necessary.
 * Several processes may do so at once. Rejects with MailvetError `config` or `input`.
 */
export async function openSqlite(path: string, options: SqliteOptions): Promise<Store> {
  try {
    return await open(path, options);
  } catch (error) {
    throw openingError(path, error);
  }
}

async function open(path: string, options: SqliteOptions): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  prepareFile(path);
  refuseUnreleased(path);
  const opened: DatabaseSync[] = [];
  const connect = () => {
    const file = new DatabaseSync(path, { timeout: BLOCKING_WAIT_MS });
    opened.push(file);
    return file;
  };
  try {
    const file = connect();
    // First, since it refuses other databases, and journal_mode=WAL is a permanent change of a file.
    const opening = { writer: new Writer(file, { waitMs: OPENING_WAIT_MS }) };
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(opening) });
    const { migrations } = options;
    const migrated = await migrate(db, {
      keepCopy: (version) => copyBeside(path, version),
      ...(migrations && { migrations }),
    });
    if (migrated) options.onMigrated?.(migrated);
    await whileBusy(() => configure(file));
    return assembleStore(createParts(path, { file, connect, options }), options);
  } catch (error) {
    for (const file of opened) if (file.isOpen) file.close();
    throw error;
  }
}

/**
 * Creates the file readable by its owner only, since it holds addresses; SQLite's other files get the
 * same mode. The folder must exist: one created for a typo in the path would look like lost data.
 */
function prepareFile(path: string): void {
  if (!existsSync(dirname(path))) throw missingFolder(path);
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * WAL lets readers and one writer work concurrently. With synchronous=NORMAL a commit survives a kill
 * of the process at any instant; only a power cut can undo the last few. What must survive that too is
 * committed with synchronous=FULL (Writer.makeDurable).
 */
function configure(file: DatabaseSync): void {
  file.exec('PRAGMA foreign_keys = ON');
  file.exec('PRAGMA journal_mode = WAL');
  file.exec('PRAGMA synchronous = NORMAL');
  // KiB, by its sign. The pages that open batches write to: in the 2 MB of SQLite they are read again. More saves
  // nothing: what rows of long tables cost is writing pages.
  file.exec('PRAGMA cache_size = -4000');
  // Pages, 16 MB of log: what is written to a page several times is copied and synced less often.
  file.exec('PRAGMA wal_autocheckpoint = 4000');
}

interface OpenedDatabase {
  /** The connection that writes. */
  readonly file: DatabaseSync;
  readonly connect: () => DatabaseSync;
  readonly options: SqliteOptions;
}

function createParts(path: string, { file, connect, options }: OpenedDatabase): DatabaseParts {
  const { waitMs, clock = systemClock, indexBounds } = options;
  const damage = damageReports();
  const writer = new Writer(file, {
    databaseFile: databaseFile(path),
    ...(waitMs !== undefined && { waitMs }),
  });
  const reads = preparedReads(connect(), file, damage);
  const reader = connect();
  reader.exec('PRAGMA query_only = ON');
  const connections = { writer, reader, onChange: reads.refresh };
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(connections) });
  const durable = nodeSqliteDialect({ ...connections, isDurable: true });
  const others = otherCommits(file);
  const outbox = eventOutbox(clock, others);
  const record = outcomeRecorder(writer, reads.refreshAnswers);
  const pool = readPool(path);
  const index = mailboxIndex(db, indexBounds);
  const readAside: DatabaseParts['readAside'] = (query) => {
    const { sql: text, parameters } = query.compile(db);
    return pool.all(text, ...(parameters as (string | number)[]));
  };
  return {
    db,
    durable: new Kysely<Tables>({ dialect: durable }),
    damage,
    outbox,
    others,
    parts: partQueue({ db, record, outbox, clock }),
    keyByHash: reads.keyByHash,
    answers: { one: reads.answer, recall: reads.recall, rows: (...of) => findAnswers(db, ...of) },
    writers: {
      reserve: reservationWriter(writer),
      writeHistory: historyWriter(writer, reads.refreshAnswers),
    },
    insertEntries,
    historyReads: historyReads({ pool, readAside, index }),
    historyUpkeep: historyUpkeep(db),
    contains: (column, text) => sql<boolean>`instr(lower(${sql.ref(column)}), lower(${text})) > 0`,
    textSets: JSON_ARRAYS,
    findByMailbox: index.find,
    givenRows,
    claimRows,
    readAside,
    overwriting: OVERWRITING,
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    backup: (target) => backUp(db, target),
    ping: probe(writer),
    async close() {
      others.close();
      index.close();
      await pool.close();
      reads.close();
      await db.destroy();
      for (const connection of [reader, file]) if (connection.isOpen) connection.close();
    },
  };
}

async function findAnswers(
  db: Db,
  ...[teamId, keys, now]: Parameters<AnswerReads['rows']>
): Promise<readonly CachedRow[]> {
  const query = CompiledQuery.raw(FIND_ANSWERS, [
    JSON.stringify(keys.map(toAnswerKey)),
    teamId,
    now,
  ]);
  return (await db.executeQuery<CachedRow>(query)).rows;
}

const insertEntries: InsertEntries = async (trx, { id, entries }) => {
  for (const { sql, values } of entryInserts(id, entries)) {
    await trx.executeQuery(CompiledQuery.raw(sql, [...values]));
  }
};

/** A parameter of SQLite can be no array: the texts are one JSON array. */
const JSON_ARRAYS: TextSets = {
  isAny: (column, texts) =>
    sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`,
  rows: (column, texts) =>
    sql`(select value as ${sql.ref(column)} from json_each(${JSON.stringify(texts)})) as given`,
};

/** A parameter of SQLite can be no array: the rows are one JSON array. */
const givenRows: GivenRows = (rows, columns) => {
  const values = rows.map((row) => columns.map(([, , of]) => of(row)));
  const named = columns.map(
    ([name], at) => sql`json_extract(value, ${sql.raw(`'$[${at}]'`)}) as ${sql.ref(name)}`,
  );
  return sql`(select ${sql.join(named)} from json_each(${JSON.stringify(values)})) as given`;
};

/** Deleted rows stay in the file's free pages unless they are overwritten, and in the WAL until a checkpoint. */
const OVERWRITING: Overwriting = {
  async begin(db) {
    await sql`pragma secure_delete = on`.execute(db);
  },
  async end(db) {
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  },
};

/** Every start does the same: an SQLite file has one machine's programs alone. */
export async function migrateSqlite(path: string): Promise<MigratedSchema> {
  const from = readVersion(path);
  let migrated: MigratedSchema = { from, to: from };
  const onMigrated = (done: MigratedSchema) => {
    migrated = done;
  };
  const store = await openSqlite(path, { onMigrated });
  await store.close();
  return migrated.to === from ? { from, to: readVersion(path) } : migrated;
}

function readVersion(path: string): number {
  using file = new DatabaseSync(path, { readOnly: true });
  return Number(file.prepare('PRAGMA user_version').get()?.user_version);
}

/** A statement for each webhook: SQLite has no lateral join. */
const claimRows: ClaimRows = async (trx, wanted, { now, leaseMs }) => {
  const claimed: ClaimedRow[] = [];
  for (const { webhookId, count } of wanted) {
    const { rows } = await sql<ClaimedRow>`
      update webhook_deliveries set leased_until = ${now + leaseMs} where seq in (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = ${webhookId} and next_at <= ${now}
          and ${isFree(now)}
        order by next_at, seq limit ${count}
      ) returning seq, id, webhook_id, type, payload, created_at, next_at, attempts,
        expires_at`.execute(trx);
    claimed.push(...rows.sort((one, other) => one.seq - other.seq));
  }
  return claimed;
};

/** A look takes some microseconds and reads no page. */
const LOOK_EVERY_MS = 500;

interface OtherCommits extends OtherProcesses {
  close(): void;
}

/**
 * SQLite notifies nobody, but its data version is another once another connection has committed. Of this
 * process only the given connection writes.
 */
function otherCommits(file: DatabaseSync): OtherCommits {
  let looking: NodeJS.Timeout | undefined;
  return {
    notifyEnded: async () => {},
    notifyRecorded() {},
    notifyChanged() {},
    listen(listener) {
      const statement = file.prepare('pragma data_version');
      const version = () => statement.get()?.data_version;
      let seen = version();
      clearInterval(looking);
      looking = setInterval(() => {
        const found = version();
        if (found === seen) return;
        seen = found;
        listener('ended');
      }, LOOK_EVERY_MS).unref();
      listener('changed');
    },
    isListening: () => looking !== undefined,
    close: () => clearInterval(looking),
  };
}
