/**
 * The migrations in order. A released migration never changes: later changes are further migrations.
 * The number of applied migrations is the version of a database.
 */
import { type Kysely, sql } from 'kysely';
import { build } from '../lib/version.ts';
import { idempotencyKeys } from './batches/idempotency-migration.ts';
import { blockCounts } from './block-counts/block-counts-migration.ts';
import { createIndex } from './create-index.ts';
import { restsOfWebhooks, webhooks } from './deliveries/webhooks-migration.ts';
import { sharedDetails } from './details/details-migration.ts';
import { ledger } from './ledger/ledger-migration.ts';
import { notices } from './notices/notices-migration.ts';
import { outcomes } from './outcomes/outcomes-migration.ts';
import { hashedProviderTokens, providerAddressTable } from './outcomes/provider-addresses.ts';
import { accounts, languages, passwordLinks, people } from './people/people-migration.ts';
import { fleet, restsByEgress } from './postgres/fleet-migration.ts';
import {
  historyByMonth,
  historyByPosition,
  uncheckedEntries,
} from './postgres/history-migration.ts';
import { partsAsJobs } from './postgres/parts/parts-as-jobs-migration.ts';
import { batchParts } from './postgres/parts/parts-migration.ts';
import { addressIndexWhenRead } from './sqlite/address-index-migration.ts';
import { suppressions } from './suppressions/suppressions-migration.ts';
import { keyCreators, keyLimits } from './teams/key-limits-migration.ts';
import { policies } from './teams/policy-migration.ts';
import { unknownCharges } from './teams/unknown-charges-migration.ts';
import { corrections } from './uploads/corrections-migration.ts';
import { judgedBy } from './uploads/judged-by-migration.ts';
import { listFolders } from './uploads/list-folders-migration.ts';
import { listLeases } from './uploads/list-leases-migration.ts';
import { lists } from './uploads/lists-migration.ts';
import { listRetries } from './uploads/retries-migration.ts';
import { watches } from './uploads/watches-migration.ts';

type Step = (db: Kysely<unknown>) => Promise<void>;

/** A step is one for both databases, or one for each where they differ. */
type Migration = Step | { readonly sqlite: Step; readonly postgres: Step };

const MIGRATIONS: readonly Migration[] = [
  teamsAndKeys,
  { sqlite: batches, postgres: inOrder(batches, uncheckedEntries) },
  { sqlite: inOrder(cachedAnswers, history), postgres: inOrder(cachedAnswers, historyByMonth) },
  { sqlite: inOrder(people, historyByTime), postgres: inOrder(people, historyByPosition) },
  operations,
  oneIndexOfHistory,
  passwordLinks,
  freeBatches,
  details,
  whatTheVerifierKeeps,
  lists,
  accounts,
  idempotencyKeys,
  keyLimits,
  { sqlite: nothing, postgres: batchParts },
  restsByEgress,
  { sqlite: nothing, postgres: fleet },
  webhooks,
  indexesOfReads,
  suppressions,
  { sqlite: blockCounts('sqlite'), postgres: blockCounts('postgres') },
  storedBatches,
  restsOfWebhooks,
  nothing,
  { sqlite: sharedDetails('sqlite'), postgres: sharedDetails('postgres') },
  languages,
  { sqlite: nothing, postgres: partsAsJobs },
  listFolders,
  listRetries,
  notices,
  corrections,
  outcomes,
  nothing,
  providerAddressTable,
  unknownCharges,
  nothing,
  ledger,
  policies,
  nothing,
  { sqlite: addressIndexWhenRead, postgres: nothing },
  watches,
  judgedBy,
  keyCreators,
  hashedProviderTokens,
  cachedByTeam,
  listLeases,
];

/** Numbers of migrations, before and now. */
export interface MigratedSchema {
  readonly from: number;
  readonly to: number;
  /** SQLite: the path of a copy of the database as it was. */
  readonly copy?: string;
  /** Why there is no copy. */
  readonly copyProblem?: string;
}

/** Called with what was done to a database of an earlier version before it was opened. */
export type OnMigrated = (migrated: MigratedSchema) => void;

/** Why a database can't be used: a newer mailvet brought it to a version that this one does not know. */
export function newerText(version: number, known: number, writer: string | undefined): string {
  const who = writer === undefined ? 'a newer mailvet' : `mailvet ${writer}`;
  return `it was written by ${who} (schema ${version}; this is mailvet ${build()}, which knows ${known})`;
}

/** The steps of a database, in order. */
export function migrationsOf(database: 'sqlite' | 'postgres'): readonly Step[] {
  return MIGRATIONS.map((step) => (typeof step === 'function' ? step : step[database]));
}

/** Keeps the numbers of both databases alike. */
async function nothing(): Promise<void> {}

function inOrder(...steps: readonly Step[]): Step {
  return async (db) => {
    for (const step of steps) await step(db);
  };
}

async function teamsAndKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('teams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('quota', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('label', 'text')
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createTable('usage')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_key', ['team_id', 'month'])
    .execute();
}

async function batches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('total_count', 'integer', (column) => column.notNull())
    .addColumn('processed_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_expires_at', 'bigint', (column) => column.notNull())
    .addColumn('not_before', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .execute();
  await createIndex(db, 'batches_of_team', 'batches', ['team_id', 'seq']);
  await createIndex(db, 'batches_by_status', 'batches', ['status', 'team_id']);
  await createIndex(db, 'batches_by_owner', 'batches', ['owner']);
  await db.schema
    .createTable('entries')
    .addColumn('batch_id', 'text', (column) => column.notNull().references('batches.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('cache_key', 'text', (column) => column.notNull())
    .addColumn('cost', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('facts', 'text')
    .addColumn('error', 'text')
    .addPrimaryKeyConstraint('entries_key', ['batch_id', 'position'])
    .execute();
}

async function history(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('verifications')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('batch_id', 'text', (column) => column.references('batches.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('decided', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(db, 'verifications_of_team', 'verifications', ['team_id', 'seq']);
}

async function historyByTime(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'verifications_by_time', 'verifications', ['team_id', 'at']);
}

async function cachedAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cached_answers')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('decided', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(db, 'cached_answers_by_end', 'cached_answers', ['expires_at']);
}

/** Each team has its own answers. Those of a service with one team stay; nobody knows whose the others are. */
async function cachedByTeam(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex('cached_answers_by_end').execute();
  await schema.alterTable('cached_answers').renameTo('cached_answers_of_all').execute();
  await schema
    .createTable('cached_answers')
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('decided', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('detail_id', 'bigint')
    .addColumn('checked_at', 'bigint')
    .addPrimaryKeyConstraint('cached_answers_of_team', ['team_id', 'key'])
    .execute();
  const columns = sql.raw('key, facts, decided, reason, expires_at, detail, detail_id, checked_at');
  await sql`insert into cached_answers (team_id, ${columns})
    select teams.id, ${columns} from cached_answers_of_all, teams
    where (select count(*) from teams) = 1`.execute(db);
  await schema.dropTable('cached_answers_of_all').execute();
  await createIndex(db, 'cached_answers_by_end', 'cached_answers', ['expires_at']);
}

/**
 * Fair turns for teams, an index that lets batches be deleted without scanning the history, and
 * reservations that survive the process that made them.
 */
async function operations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('teams')
    .addColumn('last_turn', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('verifications_of_batch')
    .on('verifications')
    .column('batch_id')
    .where('batch_id', 'is not', null)
    .execute();
  await db.schema
    .createTable('reservations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Drops an index: `verifications_by_time` serves the history alone. */
async function oneIndexOfHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('verifications_of_team').execute();
}

/** Indexes free batches by team: a team's next batch is found however many are open. */
async function freeBatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index batches_free on batches (team_id, seq)
    where owner is null and status in ('pending', 'processing')`.execute(db);
}

/** Adds the evidence of each result; older rows have none. */
async function details(db: Kysely<unknown>): Promise<void> {
  for (const table of ['entries', 'cached_answers', 'verifications']) {
    await db.schema.alterTable(table).addColumn('detail', 'text').execute();
  }
}

/** Adds the verifier's secrets, and providers that get no connections for a while. */
async function whatTheVerifierKeeps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('verifier_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('provider_rests')
    .addColumn('provider', 'text', (column) => column.primaryKey())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}

/** What the batches of each team take, a limit of a team's own, and which batches are of the sandbox. */
async function storedBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('teams').addColumn('storage', 'bigint').execute();
  await db.schema
    .alterTable('batches')
    .addColumn('sandbox', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index batches_of_sandbox on batches (created_at) where sandbox = 1`.execute(db);
  await db.schema
    .createTable('team_storage')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('team_storage_key', ['team_id', 'kind'])
    .execute();
}

/** What was read whole: a team's keys, the storage of its lists, and what each sweep looks for. */
async function indexesOfReads(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'api_keys_of_team', 'api_keys', ['team_id']);
  await createIndex(db, 'lists_by_size', 'lists', ['team_id', 'size']);
  await createIndex(db, 'lists_by_status', 'lists', ['status', 'created_at']);
  await sql`
    create index batches_by_time on batches (created_at) where list_id is null`.execute(db);
  await sql`
    create index webhook_deliveries_ended on webhook_deliveries (created_at)
    where status <> 'pending'`.execute(db);
}
