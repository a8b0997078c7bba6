import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { systemClock } from '../../lib/clock.ts';
import { MailvetError } from '../../lib/errors.ts';
import type { Store } from '../../service/ports.ts';
import { StoreError } from '../../service/store-error.ts';
import { type AssembleOptions, assembleStore } from '../assemble-store.ts';
import {
  type ClaimRows,
  type DatabaseParts,
  damageReports,
  type Overwriting,
} from '../database-parts.ts';
import { POSTGRES_KEY, toIndexKey } from '../index-keys.ts';
import type { MigratedSchema } from '../migrations.ts';
import { eventOutbox } from '../outbox.ts';
import { sharedProbe } from '../remembered.ts';
import { MAILBOX } from '../rows.ts';
import type { ClaimedRow, Db, Tables } from '../tables.ts';
import { isFree } from '../webhook-attempts.ts';
import { insertEntries } from './address-rows.ts';
import { historyWriter, reservationWriter } from './address-writers.ts';
import { answerReads, keyReads } from './cached-reads.ts';
import { fleetStore, NOW } from './fleet.ts';
import { HistoryMonths, historyReads, historyUpkeep } from './history.ts';
import {
  checkVersion,
  migrate,
  NEEDED_VERSION,
  readVersion,
  refuseUnfinishedCopy,
} from './migrate.ts';
import { notifications } from './notifications.ts';
import { openPartQueue } from './part-queue.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { openingError } from './postgres-errors.ts';
import { createPool } from './postgres-pool.ts';
import { TEXT_ARRAYS, unnest } from './unnest.ts';

/** Connections of one process at most. */
const POOL_SIZE = 10;

export interface PostgresOptions extends AssembleOptions {
  /** The URL for what a pooler in transaction mode can't do: migrations, LISTEN. Default: `url`. */
  readonly directUrl?: string | undefined;
  /** In place of POOL_SIZE. */
  readonly poolSize?: number | undefined;
}

/** A store on PostgreSQL, and what others in this process need who keep tables beside it. */
export interface OpenedPostgres {
  readonly store: Store;
  /**
   * The store's own tables and transactions. Its connections may be a pooler's: a statement or a
   * transaction must not rely on what one before it left in the session (SET, LISTEN, session locks,
   * named statements).
   */
  readonly db: Db;
  /** The pool under `db`; `store.close()` ends it. */
  readonly pool: Pool;
  /** For connections that keep a session. */
  readonly directUrl: string;
}

/**
 * Opens the store in a PostgreSQL database, and first creates its tables in an empty one. Several
 * processes may do so at once. Rejects with MailvetError `config`, or `input` where the schema is not
 * the one that this mailvet works with.
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<OpenedPostgres> {
  const directUrl = options.directUrl ?? url;
  try {
    await createTables(directUrl);
  } catch (error) {
    throw openingError(directUrl, error);
  }
  const pool = createPool(url, options.poolSize ?? POOL_SIZE);
  try {
    return await open(pool, { url, directUrl }, options);
  } catch (error) {
    await pool.end();
    throw openingError(url, error);
  }
}

async function open(
  pool: Pool,
  { url, directUrl }: { readonly url: string; readonly directUrl: string },
  options: PostgresOptions,
): Promise<OpenedPostgres> {
  const parts = createParts(pool);
  const { db } = parts;
  const months = new HistoryMonths(db);
  await months.makeAhead(Date.now());
  const { clock = systemClock } = options;
  const others = notifications({ db, directUrl });
  const outbox = eventOutbox(clock, others);
  const queue = openPartQueue({ db, months, url, outbox });
  const close = async () => {
    await others.close();
    await queue.close();
    await parts.close();
  };
  const store = assembleStore({ ...parts, ...queue, outbox, others, close }, options);
  return { store, db, pool, directUrl };
}

/** A database with an older schema is left as it is: `mailvet admin migrate` is the operator's step. */
async function createTables(directUrl: string): Promise<void> {
  await withDirect(directUrl, async (db) => {
    const found = await readVersion(db);
    checkVersion(found.version === 0 ? await createdVersion(db) : found);
    await refuseUnfinishedCopy(db);
  });
}

async function createdVersion(db: Db) {
  await migrate(db);
  return readVersion(db);
}

/** Works over one connection of its own. */
export async function withDirect<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool: createPool(url, 1) }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

type PlainParts = Omit<DatabaseParts, 'parts' | 'outbox' | 'others'>;

function createParts(pool: Pool): PlainParts {
  const damage = damageReports();
  const keys = keyReads();
  const dialect = postgresDialect({ pool, onKeysChange: keys.refresh });
  const db = new Kysely<Tables>({ dialect });
  const months = new HistoryMonths(db);
  return {
    db,
    // Every commit waits for the log, unless the server is set up otherwise (synchronous_commit).
    durable: db,
    damage,
    keyByHash: (hash) => keys.find(db, hash),
    answers: answerReads(db, damage),
    writers: {
      reserve: reservationWriter(db),
      writeHistory: historyWriter(db, months),
    },
    insertEntries,
    historyReads: historyReads(db),
    historyUpkeep: historyUpkeep(db),
    contains: (column, text) =>
      sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${text}::text collate "C")) > 0`,
    textSets: TEXT_ARRAYS,
    findByMailbox: async (teamId, mailboxes) =>
      sql<boolean>`team_id = ${teamId} and ${sql.raw(MAILBOX)} = any(${mailboxes}::text[])
        and ${sql.raw(POSTGRES_KEY)} = any(${mailboxes.map(toIndexKey)}::text[])`,
    givenRows: unnest,
    claimRows,
    readAside: async (query) => (await query.execute(db)).rows,
    overwriting: LEFT_TO_VACUUM,
    now: NOW,
    fleet: fleetStore(db),
    backup: noBackup,
    ping: ping(db),
    close: () => db.destroy(),
  };
}

/** PostgreSQL reuses the room of deleted rows by itself. */
const LEFT_TO_VACUUM: Overwriting = { begin: async () => {}, end: async () => {} };

async function noBackup(): Promise<never> {
  throw new MailvetError('input', 'mailvet backs up SQLite files only', {
    hint: 'Back up PostgreSQL with its own tools: pg_dump, or the archive of its log',
  });
}

/**
 * One statement for all webhooks. What another process takes at this moment is passed over. By an array, since
 * a join is planned for far more rows than there are, and would read the whole table.
 */
const claimRows: ClaimRows = async (trx, wanted, { now, leaseMs }) => {
  const given = unnest(wanted, [
    ['wanted_id', 'text', ({ webhookId }) => webhookId],
    ['wanted_count', 'bigint', ({ count }) => count],
  ]);
  const { rows } = await sql<ClaimedRow>`
    with free as materialized (
      select oldest.seq from ${given} cross join lateral (
        select seq from webhook_deliveries
        where status = 'pending' and webhook_id = wanted_id and next_at <= ${now}
          and ${isFree(now)}
        order by next_at, seq limit wanted_count for update skip locked
      ) as oldest
    )
    update webhook_deliveries set leased_until = ${now + leaseMs}
    where seq = any(array(select seq from free))
    returning seq, id, webhook_id, type, payload, created_at, next_at, attempts,
      expires_at`.execute(trx);
  return rows.sort((one, other) => one.seq - other.seq);
};

/** Readiness probes come every few seconds, with short time-outs. */
const WAIT_MS = 2000;

/** Asks whether the database takes writes. Concurrent callers share one statement. */
function ping(db: Db): () => Promise<void> {
  return sharedProbe(() => inTime(askForWrites(db)));
}

async function askForWrites(db: Db): Promise<void> {
  const { rows } = await sql<{ off: string }>`
    select current_setting('transaction_read_only') as off`.execute(db);
  if (rows[0]?.off === 'on') throw new StoreError('read_only', 'the database takes no writes');
}

async function inTime(asked: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(WAIT_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new StoreError('unreachable', 'PostgreSQL did not answer in time');
  });
  try {
    await Promise.race([asked, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    asked.catch(() => {});
  }
}

/** Runs what is missing. A schema that is newer and works with this version is left as it is. */
export async function migratePostgres(url: string): Promise<MigratedSchema> {
  try {
    const { version, oldest } = await withDirect(url, migrate);
    const to = Math.max(version, NEEDED_VERSION);
    checkVersion({ version: to, oldest });
    return { from: version, to };
  } catch (error) {
    throw openingError(url, error);
  }
}
