import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { MailvetError } from '../errors.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Store } from '../service/ports.ts';
import { batchQueue } from './batch-queue.ts';
import { cacheStore } from './cached-answers.ts';
import { damageReports } from './damage.ts';
import { erasureStore } from './erasure-store.ts';
import { keyStore } from './key-store.ts';
import { listQueue } from './list-queue.ts';
import { listStore } from './list-store.ts';
import { membersStore } from './members-store.ts';
import { peopleStore } from './people-store.ts';
import { reportStore } from './report-store.ts';
import { retentionStore } from './retention-store.ts';
import { sessionStore } from './session-store.ts';
import { backUp } from './sqlite/backup.ts';
import { databaseFile } from './sqlite/database-file.ts';
import { migrate } from './sqlite/migrate.ts';
import { missingFolder, openingError } from './sqlite/opening-error.ts';
import { historyWriter } from './sqlite/per-address/history-writer.ts';
import { outcomeRecorder } from './sqlite/per-address/outcome-recorder.ts';
import { reservationWriter } from './sqlite/per-address/reservation-writer.ts';
import { preparedReads } from './sqlite/prepared-reads.ts';
import { probe } from './sqlite/probe.ts';
import { readPool } from './sqlite/read-pool.ts';
import { nodeSqliteDialect } from './sqlite/sqlite-dialect.ts';
import { whileBusy } from './sqlite/while-busy.ts';
import { Writer } from './sqlite/writer.ts';
import type { Tables } from './tables.ts';
import { teamDirectory } from './team-directory.ts';
import { HISTORY_BOUNDS, type HistoryBounds, teamHistory } from './team-history.ts';
import { teamStore } from './team-store.ts';
import { verifierMemory } from './verifier-memory.ts';

/** Teams whose part of the store is kept rather than created per request. */
const MAX_TEAMS = 1000;
/** How long SQLite itself waits for a lock, which blocks the process: whileBusy waits longer. */
const BLOCKING_WAIT_MS = 5;

/** The same while another process may migrate the database. */
const OPENING_WAIT_MS = 60_000;

interface StoreOptions {
  /** Milliseconds that a write waits for its turn and the database's lock. Default 5 s. */
  readonly waitMs?: number;
  readonly bounds?: HistoryBounds;
}

/**
 * Opens the store of a service, and first creates or migrates it where necessary, in an existing
 * folder. Several processes may do so at once. Rejects with MailvetError `config` or `input`.
 */
export async function openStore(database: string, options: StoreOptions = {}): Promise<Store> {
  if (/^postgres(ql)?:/i.test(database)) {
    throw new MailvetError('config', 'This build stores in SQLite files, not in PostgreSQL', {
      hint: 'Give the path of a file with --database',
    });
  }
  try {
    return await openSqlite(database, options);
  } catch (error) {
    throw openingError(database, error);
  }
}

async function openSqlite(path: string, options: StoreOptions): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  prepareFile(path);
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
    await migrate(new Kysely<Tables>({ dialect: nodeSqliteDialect(opening) }));
    await whileBusy(() => configure(file));
    return createStore(path, { file, connect, options });
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
 * of the process at any instant; only a power cut can undo the last few.
 */
function configure(file: DatabaseSync): void {
  file.exec('PRAGMA foreign_keys = ON');
  file.exec('PRAGMA journal_mode = WAL');
  file.exec('PRAGMA synchronous = NORMAL');
  // KiB, by its sign. The pages that open batches write to: in the 2 MB of SQLite they are read again.
  file.exec('PRAGMA cache_size = -8000');
}

interface OpenedDatabase {
  /** The connection that writes. */
  readonly file: DatabaseSync;
  readonly connect: () => DatabaseSync;
  readonly options: StoreOptions;
}

function createStore(path: string, { file, connect, options }: OpenedDatabase): Store {
  const { waitMs, bounds = HISTORY_BOUNDS } = options;
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
  const pool = readPool(path);
  const history = kept((teamId) => teamHistory({ pool, damage, bounds }, teamId));
  const recordOutcomes = outcomeRecorder(writer, reads.refreshAnswers);
  const writers = {
    reserve: reservationWriter(writer),
    writeHistory: historyWriter(writer, reads.refreshAnswers),
  };
  const parts = { db, damage, history, ...writers };
  return {
    teams: teamDirectory(db),
    keys: keyStore(db, reads),
    cache: cacheStore(db, reads, damage),
    queue: batchQueue(db, recordOutcomes),
    people: peopleStore(db),
    sessions: sessionStore(db),
    verifierMemory: verifierMemory(db),
    retention: retentionStore(db),
    erasure: erasureStore(db),
    team: kept((teamId) => teamStore(parts, teamId)),
    backup: (path) => backUp(db, path),
    listQueue: listQueue(db),
    lists: (teamId) => listStore(db, teamId),
    members: (teamId) => membersStore(db, teamId),
    reports: (teamId) => reportStore(db, history(teamId), teamId),
    ping: probe(writer),
    onDamage: damage.listen,
    async close() {
      await pool.close();
      reads.close();
      await db.destroy();
      for (const connection of [reader, file]) if (connection.isOpen) connection.close();
    },
  };
}

/** Creates one value per team, and keeps those used last. */
function kept<T>(make: (teamId: string) => T): (teamId: string) => T {
  const made = new BoundedMap<string, T>(MAX_TEAMS);
  return (teamId) => {
    const known = made.get(teamId);
    if (known) return known;
    const fresh = make(teamId);
    made.set(teamId, fresh);
    return fresh;
  };
}
