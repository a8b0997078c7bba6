/**
 * What queue and store cost when no mail host is asked: cached addresses through batches on one
 * node, in SQLite and in PostgreSQL. Addresses a second, how long creating a batch of 1,000 takes,
 * processor time and, in PostgreSQL, rows and bytes written for each address.
 *
 *     node bench/fleet/overhead.ts [addresses]
 *
 * Needs a built dist/.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerColumns } from '../../src/store/rows.ts';
import { ACCEPTED_FACTS } from '../../test/support/accepted-facts.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { withClient } from './books.ts';
import { type FleetNode, startNode } from './node.ts';
import { type KillablePostgres, openPostgres } from './postgres.ts';

const [SIZE = 100_000] = process.argv.slice(2).map(Number);
const BATCH = 1000;
const POSTS_AT_ONCE = 4;
const TICKS_PER_SECOND = 100;
/** No name server and no mail host is asked. */
const NOWHERE = { port: 9, resolver: '127.0.0.1:9' };
const flags = ['--rate-limit', '0', '--open-batches', '100000', '--dns-check', 'off'];

const { facts, detail, reason } = answerColumns({
  facts: ACCEPTED_FACTS,
  decided: true,
  reason: 'accepted',
  detail: '{"reason":"accepted"}',
});
const FOREVER = 9e15;

const folder = temporaryFolder();
await measureSqlite(folder.path('service.db'));
await using postgres = await openPostgres();
await measurePostgres(postgres);
folder.dispose();

async function measureSqlite(database: string): Promise<void> {
  const node = await startNode('serve', {
    database,
    world: NOWHERE,
    home: folder.path('.'),
    flags,
  });
  const file = new DatabaseSync(database, { timeout: 5000 });
  file
    .prepare(
      `insert into cached_answers (key, facts, decided, reason, detail, expires_at)
       with recursive n(i) as (select 0 union all select i + 1 from n where i < ?)
       select 'u' || i || '@cached.test', ?, 1, ?, ?, ? from n`,
    )
    .run(SIZE, facts, reason, detail, FOREVER);
  file.close();
  await measure('SQLite', node, () => cpuOf(node));
  await node.end('SIGTERM');
}

async function measurePostgres({ url }: KillablePostgres): Promise<void> {
  const node = await startNode('serve', {
    database: url,
    world: NOWHERE,
    home: folder.path('.'),
    flags,
  });
  await withClient(url, (client) =>
    client.query(
      `insert into cached_answers (key, facts, decided, reason, detail, expires_at)
       select 'u' || i || '@cached.test', $2, 1, $3, $4, $5 from generate_series(0, $1::int) as i`,
      [SIZE, facts, reason, detail, FOREVER],
    ),
  );
  const before = await rowsWritten(url);
  const emptySize = await sizeOnDisk(url);
  await measure('PostgreSQL', node, () => cpuOf(node) + postgresCpu());
  const rows = ((await rowsWritten(url)) - before) / SIZE;
  const octets = ((await sizeOnDisk(url)) - emptySize) / SIZE;
  console.log(
    `PostgreSQL: ${rows.toFixed(2)} rows written for each address, ${octets.toFixed(0)} bytes of tables and indexes (results and history; the cached answers were there)`,
  );
  await node.end('SIGTERM');
}

async function measure(title: string, node: FleetNode, cpu: () => number): Promise<void> {
  const cpuBefore = cpu();
  const began = performance.now();
  const { ids, creations } = await submitAll(node);
  for (const id of ids) await untilCompleted(node, id);
  const seconds = (performance.now() - began) / 1000;
  const micros = ((cpu() - cpuBefore) / SIZE) * 1e6;
  const at = (share: number) => (creations[Math.floor(creations.length * share)] ?? 0).toFixed(0);
  console.log(
    `${title}: ${SIZE} cached addresses in ${seconds.toFixed(1)} s, ` +
      `${(SIZE / seconds).toFixed(0)} addresses/s, ${micros.toFixed(0)} µs of processor time each; ` +
      `a batch of ${BATCH} is created in ${at(0.5)} ms (p50), ${at(0.99)} ms (p99)`,
  );
}

async function submitAll(node: FleetNode) {
  const starts = Array.from({ length: SIZE / BATCH }, (_, n) => n * BATCH).values();
  const ids: string[] = [];
  const creations: number[] = [];
  const send = async () => {
    for (const at of starts) {
      const emails = Array.from({ length: BATCH }, (_, n) => `u${at + n}@cached.test`);
      const asked = performance.now();
      const { id } = (await call(node, '/verify/batch', { emails })) as { id: string };
      creations.push(performance.now() - asked);
      ids.push(id);
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, send));
  return { ids, creations: creations.sort((a, b) => a - b) };
}

async function untilCompleted(node: FleetNode, id: string): Promise<void> {
  for (;;) {
    const batches = (await call(node, '/batches?limit=1000')) as { _id: string; status: string }[];
    const batch = batches.find(({ _id }) => _id === id);
    if (batch?.status === 'completed') return;
    await sleep(50);
  }
}

async function call({ url, key }: FleetNode, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Seconds. */
function cpuOf({ process: { pid } }: FleetNode): number {
  return seconds(String(pid));
}

/** Of all servers of this bench; the children of a postmaster are processes of their own. */
function postgresCpu(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => sum + (isOurs(pid) ? seconds(pid) : 0), 0);
}

function isOurs(pid: string): boolean {
  const parent = statOf(pid)[1];
  return [pid, parent].some((each) => commandOf(each).includes('mailvet-fleet-postgres-'));
}

function commandOf(pid: string | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function seconds(pid: string): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** From the state on: the name before it may hold anything. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

async function rowsWritten(url: string): Promise<number> {
  // Statistics are reported a second after a transaction.
  await sleep(2000);
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      `select tup_inserted + tup_updated + tup_deleted as n from pg_stat_database
       where datname = current_database()`,
    );
    return Number(rows[0]?.n);
  });
}

/** Bytes of tables and indexes after a vacuum, without the write-ahead log. */
async function sizeOnDisk(url: string): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('vacuum');
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    );
    return Number(rows[0]?.size);
  });
}
