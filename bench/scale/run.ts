/**
 * What more workers bring.
 *
 * - many hosts, 20 ms away, few sessions a worker: four workers against one;
 * - one provider: its sessions at a time, and the time, with four workers and with one.
 *
 *     npm run bench scale [addresses]
 *
 * Needs a built dist/.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openWorld } from '../scattered/open-world.ts';
import { type FleetNode, startNode } from './node.ts';
import { openPostgres, withClient } from './postgres.ts';

const [SIZE = 4000] = process.argv.slice(2).map(Number);
/** One session of five is kept for single verifications. */
const SESSIONS = 5;
const ROUND_TRIP = 20;
/** With Google, from one egress. */
const PROVIDER_SESSIONS = 5;
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const home = mkdtempSync(join(tmpdir(), 'mailvet-scale-'));
await using postgres = await openPostgres(['fsync=off']);
using world = await openWorld({ roundTrip: ROUND_TRIP });
const settings = { world, home, database: postgres.url };
const flags = ['--workers', '0', '--rate-limit', '0', '--open-batches', '100000'];
const service = await startNode('serve', { ...settings, flags });
let round = 0;

/** Each round has addresses of its own: nothing comes from the cache. */
function manyHosts(): string[] {
  round++;
  return Array.from({ length: SIZE }, (_, n) => `u${n}@company${round}x${n}.com`);
}

function oneProvider(): string[] {
  round++;
  return Array.from({ length: SIZE / 2 }, (_, n) => `u${round * 1_000_000 + n}@gmail.com`);
}

interface Measured {
  readonly seconds: number;
  /** Connections to mail hosts at a time. */
  readonly peak: number;
}

async function verified(emails: readonly string[]): Promise<Measured> {
  await world.counts();
  const began = performance.now();
  for (let at = 0; at < emails.length; at += 1000) {
    const response = await fetch(`${service.url}/api/v1/verify/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emails: emails.slice(at, at + 1000) }),
    });
    if (!response.ok) throw new Error(await response.text());
  }
  while ((await openBatches()) > 0) await sleep(100);
  return { seconds: (performance.now() - began) / 1000, peak: (await world.counts()).peak };
}

async function openBatches(): Promise<number> {
  return withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ open: string }>(
      "select count(*) as open from batches where status in ('pending', 'processing')",
    );
    return Number(rows[0]?.open);
  });
}

async function startBound(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      pathOf('../meter.js'),
      pathOf('bound-worker.ts'),
      postgres.url,
      world.resolver,
      String(SESSIONS),
    ],
    {
      env: { ...process.env, WORLD_PORT: String(world.port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const failed = once(child, 'exit').then(() => {
    throw new Error('a worker did not start');
  });
  await Promise.race([once(child.stdout ?? child, 'data'), failed]);
  failed.catch(() => {});
  return child;
}

async function withBound(count: number, emails: readonly string[]): Promise<Measured> {
  const workers = await Promise.all(Array.from({ length: count }, startBound));
  const measured = await verified(emails);
  for (const worker of workers) worker.kill('SIGKILL');
  return measured;
}

async function withWorkers(count: number, emails: readonly string[]): Promise<Measured> {
  const start = (): Promise<FleetNode> => startNode('work', settings);
  const workers = await Promise.all(Array.from({ length: count }, start));
  const measured = await verified(emails);
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  return measured;
}

type Row = readonly [what: string, workers: number, size: number, measured: Measured];

function show(rows: readonly Row[]): void {
  console.table(
    rows.map(([what, workers, size, { seconds, peak }]) => ({
      what,
      workers,
      seconds: seconds.toFixed(1),
      'addresses/s': (size / seconds).toFixed(0),
      'sessions at a time': peak,
    })),
  );
}

const one = await withBound(1, manyHosts());
const four = await withBound(4, manyHosts());
const alone = await withWorkers(1, oneProvider());
const together = await withWorkers(4, oneProvider());
const hosts = `many hosts, ${SESSIONS - 1} sessions a worker`;
show([
  [hosts, 1, SIZE, one],
  [hosts, 4, SIZE, four],
  ['one provider', 1, SIZE / 2, alone],
  ['one provider', 4, SIZE / 2, together],
]);
const ratio = (slow: Measured, quick: Measured) => (slow.seconds / quick.seconds).toFixed(2);
console.log(`many hosts: 4 workers are ${ratio(one, four)} times as fast as one (wanted: 3.5)`);
console.log(
  `one provider: 4 workers are ${ratio(alone, together)} times as fast as one (wanted: 1), ` +
    `with ${together.peak} sessions at a time (at most ${PROVIDER_SESSIONS})`,
);
await service.end('SIGTERM');
rmSync(home, { recursive: true, force: true });
process.exitCode = together.peak > PROVIDER_SESSIONS ? 1 : 0;
