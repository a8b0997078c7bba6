import { Kysely } from 'kysely';
import type { Client } from 'pg';
import { encodeResult } from '../../src/result/codec.ts';
import { countBlocks } from '../../src/store/block-counts.ts';
import { HistoryMonths } from '../../src/store/postgres/history.ts';
import { withDirect } from '../../src/store/postgres/open-postgres.ts';
import { postgresDialect } from '../../src/store/postgres/postgres-dialect.ts';
import { createPool } from '../../src/store/postgres/postgres-pool.ts';
import type { Tables } from '../../src/store/tables.ts';
import { foundResult } from '../support/found-result.ts';
import { withClient } from '../support/postgres-template.ts';

export const HISTORY_ROWS = 1_000_000;
/** The history's newest rows are of this time. */
export const NOW = Date.UTC(2026, 10, 21);
export const MONTH = '2026-11';
const TEAMS = 2000;
const MONTHS = 12;
const STEP_MS = 31;

/** A team of average size; `team_1` has half of the history and a third of the rest. */
export const TEAM = 'team_7';
export const LARGE_TEAM = 'team_1';

const RESULT = encodeResult(foundResult(), '').text;
/** The team of row `i`. */
const TEAM_OF = `'team_' || case when i % 3 = 0 then 1 else i % ${TEAMS} end`;

/** One text a table, each run with generate_series. References come after what they refer to. */
const FILLED: readonly string[] = [
  `insert into teams (id, name, quota, created_at)
   select 'team_' || i, 'name ' || i, null, i from generate_series(0, ${TEAMS - 1}) as i`,
  `insert into usage (team_id, month, used)
   select 'team_' || i % ${TEAMS}, '2026-' || lpad((i / ${TEAMS} + 1)::text, 2, '0'), 5
   from generate_series(0, ${TEAMS * MONTHS - 1}) as i`,
  `insert into api_keys (id, team_id, hash, last_four, created_at)
   select 'key_' || i, ${TEAM_OF}, 'hash_' || i, 'abcd', i from generate_series(1, 30000) as i`,
  `insert into people (id, team_id, email, role, password_hash, created_at, account_id)
   select 'person_' || i, 'team_' || i % ${TEAMS}, 'p' || i || '@x.test', 'owner', '', i, 'account_' || i / 2
   from generate_series(1, 30000) as i`,
  `insert into sessions (hash, person_id, created_at, seen_at)
   select 'session_' || i, 'person_' || i, ${NOW} - i, ${NOW} - i from generate_series(1, 30000) as i`,
  `insert into invitations (id, hash, team_id, email, role, created_at, expires_at)
   select 'inv_' || i, 'inv_hash_' || i, 'team_' || i % ${TEAMS}, 'i' || i || '@x.test', 'member', i, ${NOW} + 1
   from generate_series(1, 20000) as i`,
  `insert into password_links (hash, person_id, expires_at)
   select 'link_' || i, 'person_' || i, ${NOW} + 1 from generate_series(1, 20000) as i`,
  `insert into audit_log (team_id, at, actor, action, subject)
   select ${TEAM_OF}, i, 'ada@x.test', 'signed_in', '' from generate_series(1, 200000) as i`,
  `insert into lists (id, team_id, name, created_by, created_at, state, size, verdicts, total_count,
     places, sent, first_place, started_at)
   select 'list_' || i, ${TEAM_OF}, 'a.csv', 'ada@x.test', ${NOW} - 20000 + i,
     case when i % 200 = 0 then 'running' else 'completed' end, 1000, '{}', 2000, 2, 2, 1, i
   from generate_series(1, 20000) as i`,
  `insert into batches (id, team_id, month, status, total_count, processed_count, created_at,
     lease_expires_at, not_before, failures, list_id, place, collected)
   select 'batch_' || i, ${TEAM_OF}, '${MONTH}', 'completed', 5, 5, ${NOW} - 200000 + i, 0, 0, 0, null,
     null, 0
   from generate_series(1, 160000) as i`,
  `insert into batches (id, team_id, month, status, total_count, processed_count, created_at, owner,
     lease_expires_at, not_before, failures, list_id, place, collected)
   select 'of_list_' || i, team_id, '${MONTH}', case when state = 'running' then 'pending' else 'completed' end,
     5, 5, ${NOW}, null, 0, 0, 0, id, 1 + i % 2, 1 - i % 2
   from lists join generate_series(1, 40000) as i on id = 'list_' || (i + 1) / 2`,
  `insert into batches (id, team_id, month, status, total_count, processed_count, created_at, owner,
     lease_expires_at, not_before, failures)
   select 'open_' || i, ${TEAM_OF}, '${MONTH}', case when i % 2 = 0 then 'pending' else 'processing' end,
     5, 0, ${NOW}, case when i % 2 = 0 then null else 'process_' || i % 9 end, 0, 0, 0
   from generate_series(1, 3000) as i`,
  `insert into results (text, created_at)
   select '${RESULT}', ${NOW} from generate_series(1, 100000)`,
  `insert into entries (batch_id, position, email, cache_key, cost, status, result_id, checked_at)
   select 'batch_' || 1 + i / 5, i % 5, 'a' || i || '@x.test', 'a' || i || '@x.test', 1, 'verified', 1, ${NOW}
   from generate_series(0, 799999) as i`,
  `insert into entries (batch_id, position, email, cache_key, cost, status)
   select 'open_' || 1 + i / 5, i % 5, 'a' || i || '@x.test', 'a' || i || '@x.test', 1, 'pending'
   from generate_series(0, 14999) as i`,
  `insert into verifications (team_id, batch, email, at, result_id, checked_at)
   select case when i % 2 = 0 then 'team_1' else ${TEAM_OF} end,
     case when i % 2 = 0 then 1 + i / 10 end, 'a' || i || '@x.test',
     ${NOW} - i::bigint * ${STEP_MS} * 1000, 1 + i % 1000, ${NOW}
   from generate_series(0, ${HISTORY_ROWS - 1}) as i`,
  `insert into cached_answers (team_id, key, decided, result_id, checked_at, expires_at)
   select ${TEAM_OF}, 'x.test@a' || i, 1, 1 + i % 1000, ${NOW}, ${NOW} + i - 1000
   from generate_series(0, 299999) as i`,
  `insert into idempotency_keys (team_id, key, request_hash, batch_id, expires_at)
   select ${TEAM_OF}, 'idem_' || i, 'hash', 'batch_' || i, ${NOW} + i - 500
   from generate_series(1, 100000) as i`,
  `insert into reservations (id, team_id, month, count, expires_at)
   select 'r' || i, ${TEAM_OF}, '${MONTH}', 1, ${NOW} + i from generate_series(1, 200) as i`,
  `insert into webhooks (id, team_id, url, events, secret, created_at)
   select 'hook_' || i, 'team_' || i % ${TEAMS}, 'https://x.test/', 'batch.completed', 's', i
   from generate_series(1, 6000) as i`,
  `insert into webhook_deliveries (id, webhook_id, type, payload, status, created_at, attempts, next_at,
     expires_at, leased_until)
   select 'delivery_' || i, 'hook_' || 1 + i % 6000, 'batch.completed', '{}',
     case when i % 4000 = 0 then 'pending' else 'delivered' end, ${NOW} - 200000 + i, 1, ${NOW} + i, ${NOW} + i, 0
   from generate_series(1, 200000) as i`,
  `insert into quota_notices (team_id, month, quota)
   select 'team_' || i % ${TEAMS}, '2026-' || lpad((i / ${TEAMS} + 1)::text, 2, '0'), 5
   from generate_series(0, 19999) as i`,
  `insert into suppressions (team_id, entry, added_at)
   select case when i % 2 = 0 then 'team_1' else ${TEAM_OF} end,
     case when i % 1000 = 0 then ':' || i else 'a' || i || '@x.test' end, ${NOW}
   from generate_series(0, 199999) as i`,
  `select mailvet_jobs.create_queue('part/' || i, '{"policy":"standard"}') from generate_series(0, 39) as i`,
  `insert into mailvet_jobs.job (name, data, priority, state, group_id, output, heartbeat_on)
   select 'part/' || i % 40, jsonb_build_object('batch', 'open_' || 1 + i % 3000, 'team', ${TEAM_OF},
       'work', 'verify', 'positions', '[0,1]'::jsonb), -i,
     case when i % 50 = 0 then 'active' else 'created' end::mailvet_jobs.job_state, ${TEAM_OF},
     case when i % 50 = 0 then jsonb_build_object('owner', 'process_' || i % 9) end, now()
   from generate_series(1, 20000) as i`,
  `insert into fleet_facts (kind, key, value, until, changed_at, changed_by)
   select 'rest', 'provider_' || i, '{}', ${NOW} + i, i, 'process' from generate_series(1, 20000) as i`,
];

/** Fills every table of a migrated database, the history with a million rows in twelve months. */
export async function fillDatabase(url: string): Promise<void> {
  await makeMonths(url);
  await withClient(url, async (client) => {
    // Rows are checked by what reads them; without this, references cost most of the time.
    await client.query('set session_replication_role = replica');
    for (const sql of FILLED) await run(client, sql);
    await recount(url);
    await client.query('vacuum analyze');
  });
}

/** The triggers that count did not run either. */
async function recount(url: string): Promise<void> {
  await withDirect(url, (db) => countBlocks(db as unknown as Kysely<unknown>));
}

async function makeMonths(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool: createPool(url, 1) }) });
  const times = Array.from({ length: MONTHS + 1 }, (_, n) => Date.UTC(2026, 10 - n));
  await new HistoryMonths(db).write(times, async () => {});
  await db.destroy();
}

async function run(client: Client, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`in ${sql}`, { cause: error });
  }
}
