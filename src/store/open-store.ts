import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { MailvetError } from '../errors.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { makeDirectory } from '../lib/make-directory.ts';
import type { Store, TeamStore } from '../service/ports.ts';
import { backUp } from './backup.ts';
import { batchQueue } from './batch-queue.ts';
import { cacheStore } from './cached-answers.ts';
import { erasureStore } from './erasure-store.ts';
import { historyWriter } from './history-writer.ts';
import { keyStore } from './key-store.ts';
import { membersStore } from './members-store.ts';
import { migrate } from './migrate.ts';
import { openingError } from './opening-error.ts';
import { peopleStore } from './people-store.ts';
import { type PreparedReads, preparedReads } from './prepared-reads.ts';
import { reportStore } from './report-store.ts';
import { retentionStore } from './retention-store.ts';
import { sessionStore } from './session-store.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { teamDirectory } from './team-directory.ts';
import { teamStore } from './team-store.ts';
import { whileBusy } from './while-busy.ts';

/** Whose part of the store is kept rather than made for each request. */
const MOST_TEAMS = 1000;
/** How long SQLite itself waits for a lock, blocking us: the rest is waited in whileBusy. */
const BLOCKING_WAIT_MS = 5;

/**
 * Opens the store of a service, and creates or migrates it first where that is due. Several
 * processes may do so at once. Rejects with MailvetError `config` or `input`.
 */
export async function openStore(database: string): Promise<Store> {
  if (/^postgres(ql)?:/i.test(database)) {
    throw new MailvetError('config', 'This build stores in SQLite files, not in PostgreSQL', {
      hint: 'Give the path of a file with --database',
    });
  }
  try {
    return await openSqlite(database);
  } catch (error) {
    throw openingError(database, error);
  }
}

async function openSqlite(path: string): Promise<Store> {
  const { DatabaseSync } = await import('node:sqlite');
  prepareFile(path);
  const connect = () => new DatabaseSync(path, { timeout: BLOCKING_WAIT_MS });
  const file = connect();
  try {
    let reads: PreparedReads | undefined;
    const onChange = () => reads?.refresh();
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, onChange) });
    // First of all, since it refuses what is not ours, and WAL stays with a file for good.
    await migrate(db);
    await whileBusy(() => configure(file));
    reads = preparedReads(connect(), file);
    return storeOf({ db, file, reads });
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The file holds addresses: nobody but its owner reads it. SQLite gives its companions its mode. */
function prepareFile(path: string): void {
  makeDirectory(dirname(path), 0o700);
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * WAL lets readers and one writer work side by side. With synchronous=NORMAL a commit survives the
 * death of the process at any instant; only a power cut can undo the last few.
 */
function configure(file: DatabaseSync): void {
  file.exec('PRAGMA foreign_keys = ON');
  file.exec('PRAGMA journal_mode = WAL');
  file.exec('PRAGMA synchronous = NORMAL');
}

interface Connections {
  readonly db: Kysely<Tables>;
  /** The connection under `db`. */
  readonly file: DatabaseSync;
  readonly reads: PreparedReads;
}

function storeOf({ db, file, reads }: Connections): Store {
  const writeHistory = historyWriter(db, file, reads.refreshAnswers);
  const teams = new BoundedMap<string, TeamStore>(MOST_TEAMS);
  const teamOf = (teamId: string) => {
    const made = teamStore(db, teamId, writeHistory);
    teams.set(teamId, made);
    return made;
  };
  return {
    teams: teamDirectory(db),
    keys: keyStore(db, reads),
    cache: cacheStore(db, reads),
    queue: batchQueue(db),
    people: peopleStore(db),
    sessions: sessionStore(db),
    retention: retentionStore(db),
    erasure: erasureStore(db),
    team: (teamId) => teams.get(teamId) ?? teamOf(teamId),
    backup: (path) => backUp(db, path),
    members: (teamId) => membersStore(db, teamId),
    reports: (teamId) => reportStore(db, teamId),
    async ping() {
      await sql`select 1`.execute(db);
    },
    async close() {
      reads.close();
      await db.destroy();
    },
  };
}
