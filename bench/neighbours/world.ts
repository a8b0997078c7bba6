/** One service over one database, as a program, with two teams: one that floods it, and its neighbour. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { HistoryMonths } from '../../src/store/postgres/history.ts';
import { postgresDialect } from '../../src/store/postgres/postgres-dialect.ts';
import { createPool } from '../../src/store/postgres/postgres-pool.ts';
import type { Tables } from '../../src/store/tables.ts';
import { ACCEPTED_FACTS } from '../../test/support/accepted-facts.ts';
import { endProcess } from '../../test/support/end-process.ts';
import { withClient } from '../../test/support/postgres-template.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openPostgres } from '../scale/postgres.ts';
import { signIn } from '../service/held-service.ts';

export interface Team {
  readonly id: string;
  readonly key: string;
}

export interface World {
  readonly kind: 'sqlite' | 'postgres';
  readonly url: string;
  /** The team whose reads are many. */
  readonly flood: Team;
  /** The team that must not notice. */
  readonly neighbour: Team;
  /** A session of the flooding team's dashboard. */
  readonly cookie: string;
  /** The launcher of the program that is measured. */
  readonly launcher: string;
  readonly folder: string;
  readonly sizes: Sizes;
}

export interface Sizes {
  readonly batches: number;
  readonly history: number;
  /** Seconds that a flood lasts. */
  readonly seconds: number;
}

/** An address that is in the cache. */
export const CACHED = 'cached@example.com';
/** The batch with 1,000 results. */
export const BATCH = 'batch_of_1000';

export type Sql = (text: string) => Promise<void>;

/** What a row adds to the database before the service starts. */
export type Fill = (sql: Sql, world: Pick<World, 'flood' | 'neighbour' | 'sizes'>) => Promise<void>;

interface Options {
  readonly launcher: string;
  readonly sizes: Sizes;
  readonly fills: readonly Fill[];
}

const NEIGHBOUR: Team = { id: 'neighbour', key: `mv_${'n'.repeat(40)}` };

export async function withWorld(
  kind: World['kind'],
  options: Options,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const { path, dispose } = temporaryFolder();
  try {
    if (kind === 'sqlite') {
      await inWorld({ kind, database: path('service.db'), folder: path('.') }, options, work);
      return;
    }
    await using postgres = await openPostgres(['fsync=off', 'max_wal_size=4GB']);
    await inWorld({ kind, database: postgres.url, folder: path('.') }, options, work);
  } finally {
    dispose();
  }
}

interface Place {
  readonly kind: World['kind'];
  readonly database: string;
  readonly folder: string;
}

async function inWorld(
  place: Place,
  { launcher, sizes, fills }: Options,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const first = await start(place, launcher);
  const cookie = await signIn(first);
  await endProcess(first.child, 'SIGTERM');
  await withSql(place, async (sql, teamId) => {
    const teams = { flood: { id: teamId, key: first.key }, neighbour: NEIGHBOUR };
    await addNeighbour(sql);
    for (const fill of fills) await fill(sql, { ...teams, sizes });
    if (place.kind === 'postgres') await sql('vacuum analyze');
  });
  const { child, url } = await start(place, launcher);
  try {
    const flood = { id: await withSql(place, async (_, id) => id), key: first.key };
    const { kind, folder } = place;
    await work({ kind, url, flood, neighbour: NEIGHBOUR, cookie, launcher, folder, sizes });
  } finally {
    await endProcess(child, 'SIGTERM');
  }
}

async function addNeighbour(sql: Sql): Promise<void> {
  const hash = createHash('sha256').update(NEIGHBOUR.key).digest('hex');
  await sql(`insert into teams (id, name, created_at) values ('${NEIGHBOUR.id}', 'neighbour', 0)`);
  await sql(`insert into api_keys (id, team_id, hash, last_four, created_at)
    values ('key_n', '${NEIGHBOUR.id}', '${hash}', 'nnnn', 0)`);
  await sql(`insert into cached_answers (team_id, key, facts, decided, reason, expires_at)
    values ('${NEIGHBOUR.id}', '${CACHED}', '${FACTS}', 1, 'accepted', ${Date.now() + 86_400_000})`);
}

export const FACTS = JSON.stringify({ ...ACCEPTED_FACTS, score: 95 });

/** `n` from 0: `insert … select … from <numbers(count)>`. */
export function numbers(count: number): string {
  return `(with recursive counted (n) as
    (select cast(0 as bigint) union all select n + 1 from counted where n < ${count - 1}) select n from counted) as numbers`;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly setup: string;
}

async function start({ database, folder }: Place, launcher: string): Promise<Started> {
  const log = openSync(join(folder, 'service.log'), 'a');
  const args = ['serve', '--port', '0', '--database', database, '--log-level', 'error'];
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
  const child = spawn(process.execPath, [launcher, ...args], {
    stdio: ['ignore', 'pipe', log],
    env: { ...env, MAILVET_LISTS: join(folder, 'lists') },
  });
  const lines: string[] = [];
  const { stdout } = child;
  if (!stdout) throw new Error('the service has no output');
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line);
    // The first start shows a key, the address and a set-up link; later ones only the address.
    const isFirst = lines[0]?.includes('mv_') ?? false;
    if (line.startsWith('Set up') || (!isFirst && /listening on/.test(line))) break;
  }
  stdout.resume();
  const find = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  return {
    child,
    key: find(/(mv_\S{40})/),
    url: find(/listening on (\S+)/),
    setup: find(/token=(\S+)/),
  };
}

/** Gives what runs SQL that both databases understand, and the id of the service's own team. */
async function withSql<T>(
  { kind, database }: Place,
  work: (sql: Sql, teamId: string) => Promise<T>,
): Promise<T> {
  const own = "select id from teams where name = 'default'";
  if (kind === 'sqlite') {
    using file = new DatabaseSync(database);
    const sql = async (text: string) => file.exec(text);
    return await work(sql, String(file.prepare(own).get()?.id));
  }
  await makeMonths(database);
  return withClient(database, async (client) => {
    const { rows } = await client.query(own);
    return work(async (text) => void (await client.query(text)), String(rows[0]?.id));
  });
}

/** The months of two years. */
async function makeMonths(url: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool: createPool(url, 1) }) });
  const today = new Date();
  const times = Array.from({ length: 24 }, (_, n) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - n),
  );
  await new HistoryMonths(db).write(times, async () => {});
  await db.destroy();
}
