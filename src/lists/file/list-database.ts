import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { InspectOptions } from '../../formats/inspect/inspect-list.ts';
import type { ListPlan } from '../../formats/plan.ts';
import type { ListCounts, VerdictCounts } from '../../service/list-ports.ts';
import { databasePath, type ListFolder } from '../folder/list-folder.ts';

/**
 * list      one row: how the list is read, and what it came to
 * address   distinct addresses in order of appearance; cells that are no address stand among them,
 *           without a domain
 * portion   the ordinals of the addresses that go into one batch, 32 bits each
 *
 * `verdict` is a place in VERDICTS, null while there is no result. A result is a code (see
 * jobs/packed-results.ts), or JSON where it does not fit in one.
 */
const SCHEMA = `
  PRAGMA user_version = 1;
  CREATE TABLE list (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    is_ascii INTEGER NOT NULL,
    reading TEXT NOT NULL,
    plan TEXT NOT NULL,
    counts TEXT NOT NULL,
    verdicts TEXT NOT NULL
  ) STRICT;
  CREATE TABLE address (
    ordinal INTEGER PRIMARY KEY,
    domain TEXT,
    local TEXT NOT NULL,
    problem TEXT,
    rows INTEGER NOT NULL DEFAULT 1,
    suggested INTEGER NOT NULL DEFAULT 0,
    verdict INTEGER,
    code INTEGER NOT NULL DEFAULT 0,
    result TEXT,
    UNIQUE (domain, local)
  ) STRICT;
  CREATE TABLE portion (number INTEGER PRIMARY KEY, ordinals BLOB NOT NULL) STRICT;
`;

/** Made once all addresses are there, which is faster. */
const INDEXES = `
  CREATE INDEX address_verdict ON address (verdict);
  CREATE INDEX address_suggested ON address (ordinal) WHERE suggested = 1;
`;

/** A draft counts for nothing until it is whole: it needs no journal. */
const DRAFT = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000';
/** A batch is marked as collected elsewhere, so that what is committed here must survive a power cut. */
const LASTING =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA busy_timeout = 10000';

/** Makes the database of a list in one step; a failed caller deletes the file. */
export function createDatabase(folder: ListFolder, id: string): DatabaseSync {
  const path = databasePath(folder, id);
  // Created before SQLite opens it: its companions take over the mode of the file.
  closeSync(openSync(path, 'wx', 0o600));
  const database = new DatabaseSync(path);
  database.exec(`${DRAFT}; ${SCHEMA}; BEGIN`);
  return database;
}

/** Ends what `createDatabase` began. */
export function sealDatabase(database: DatabaseSync): void {
  database.exec(`${INDEXES}; COMMIT; ${LASTING}`);
}

/**
 * Throws where there is no such file: an empty one in its place would look like lost data. The file
 * is not opened to find out: this process may have it open, and would lose its POSIX locks on it.
 */
export function openDatabase(folder: ListFolder, id: string): DatabaseSync {
  const path = databasePath(folder, id);
  accessSync(path, constants.R_OK | constants.W_OK);
  const database = new DatabaseSync(path);
  database.exec(LASTING);
  return database;
}

/** How a list is read, and what it came to. */
export interface ListHeader {
  readonly name: string;
  /** Whether it has ASCII characters alone. */
  readonly isAscii: boolean;
  /** What was known of the file before it was inspected. */
  readonly reading: InspectOptions;
  readonly plan: ListPlan;
  readonly counts: ListCounts;
  readonly verdicts: VerdictCounts;
}

export function writeHeader(database: DatabaseSync, header: ListHeader): void {
  const { name, isAscii, reading, plan, counts, verdicts } = header;
  const values = [reading, plan, counts, verdicts].map((value) => JSON.stringify(value));
  database
    .prepare('INSERT INTO list VALUES (1, ?, ?, ?, ?, ?, ?)')
    .run(name, Number(isAscii), ...values);
}

export function readHeader(database: DatabaseSync): ListHeader {
  const row = database.prepare('SELECT * FROM list').get() ?? {};
  const json = (name: string) => JSON.parse(String(row[name]));
  return {
    name: String(row.name),
    isAscii: row.is_ascii === 1,
    reading: json('reading'),
    plan: json('plan'),
    counts: json('counts'),
    verdicts: json('verdicts'),
  };
}

/** The part of the header that changes. */
export function updateTotals(
  database: DatabaseSync,
  { counts, verdicts }: Pick<ListHeader, 'counts' | 'verdicts'>,
): void {
  const update = database.prepare('UPDATE list SET counts = ?, verdicts = ?');
  update.run(JSON.stringify(counts), JSON.stringify(verdicts));
}
