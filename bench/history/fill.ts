import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { HistoryMonths } from '../../src/store/postgres/partitions.ts';
import { postgresDialect } from '../../src/store/postgres/postgres-dialect.ts';
import { createPool } from '../../src/store/postgres/postgres-pool.ts';
import { answerColumns } from '../../src/store/rows.ts';
import type { Tables } from '../../src/store/tables.ts';
import { ANSWER } from '../../test/store/stored-answer.ts';
import { withClient } from '../../test/support/postgres-template.ts';

/** The history covers a year up to now. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const MONTHS = 13;
const FOREVER = 9e15;
const { facts } = answerColumns(ANSWER);

/** What both databases get. */
export interface History {
  readonly rows: number;
  /** Answers in the cache. */
  readonly cached: number;
  readonly now: number;
  readonly month: string;
}

/** A team that has nine of ten rows; ten others share the rest. */
export const TEAM = 'team_0';
const TEAM_OF = `'team_' || case when i % 10 > 0 then 0 else i / 10 % 10 + 1 end`;

export function historyOf(rows: number): History {
  const now = Date.now();
  const month = new Date(now).toISOString().slice(0, 7);
  return { rows, cached: Math.floor(rows / 10), now, month };
}

const selectTeams = `select 'team_' || i, 'name ' || i, null, 0`;
const selectUsage = ({ month, rows }: History) =>
  `select 'team_' || i, '${month}', ${Math.floor(rows / 12)}`;
const selectHistory = ({ now, rows }: History) =>
  `select ${TEAM_OF}, 'a' || i || '@example.com', '${facts}', 1, 'accepted',
    ${now} - cast((${rows} - i) as bigint) * ${Math.floor(YEAR_MS / rows)}`;
const selectCached = `select 'a' || i || '@example.com', '${facts}', 1, 'accepted', ${FOREVER}`;

/** Fills the tables of a new SQLite file. */
export function fillSqlite(path: string, history: History): void {
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const file = new DatabaseSync(path);
  file.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -200000');
  file.exec('begin');
  file.exec(`insert into teams (id, name, quota, created_at) ${numbers(11)} ${selectTeams} from (
    select i - 1 as i from n)`);
  file.exec(`insert into usage (team_id, month, used) ${numbers(11)} ${selectUsage(history)} from (
    select i - 1 as i from n)`);
  file.exec(`insert into verifications (team_id, email, facts, decided, reason, at)
    ${numbers(history.rows)} ${selectHistory(history)} from n`);
  file.exec(`insert into cached_answers (key, facts, decided, reason, expires_at)
    ${numbers(history.cached)} ${selectCached} from n`);
  file.exec('commit');
  file.exec('analyze');
  file.close();
}

/** Fills the tables of a migrated PostgreSQL database. Indexes are made after the rows. */
export async function fillPostgres(url: string, history: History): Promise<void> {
  await makeMonths(url, history.now);
  const numbers = (first: number, last: number) => `from generate_series(${first}, ${last}) as i`;
  await withClient(url, async (client) => {
    await client.query("set maintenance_work_mem = '512MB'");
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<{ name: string; sql: string }>(`
      select indexname as name, indexdef as sql from pg_indexes where schemaname = 'public'
        and tablename = 'verifications' and indexdef not like '%UNIQUE%'`);
    for (const { name } of rows) await client.query(`drop index ${name}`);
    await client.query(
      `insert into teams (id, name, quota, created_at) ${selectTeams} ${numbers(0, 10)}`,
    );
    await client.query(
      `insert into usage (team_id, month, used) ${selectUsage(history)} ${numbers(0, 10)}`,
    );
    await client.query(`insert into verifications (team_id, email, facts, decided, reason, at)
      ${selectHistory(history)} ${numbers(1, history.rows)}`);
    await client.query(`insert into cached_answers (key, facts, decided, reason, expires_at)
      ${selectCached} ${numbers(1, history.cached)}`);
    for (const { sql } of rows) await client.query(sql.replace(' ON ONLY ', ' ON '));
    await client.query('vacuum analyze');
  });
}

async function makeMonths(url: string, now: number): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool: createPool(url, 1) }) });
  const today = new Date(now);
  const times = Array.from({ length: MONTHS }, (_, n) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - n),
  );
  await new HistoryMonths(db).write(times, async () => {});
  await db.destroy();
}
