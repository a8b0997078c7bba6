/**
 * Two services and four workers on PostgreSQL while everything happens to them: kill -9 of any
 * process, a worker that is stopped and goes on, PostgreSQL killed and restarted, all connections
 * dropped, a pooler restarted, a clock that is five minutes off. In the end every accepted address has one result, each is
 * charged once, and neither part nor job is left.
 *
 *     node bench/fleet/crash.ts [faults] [seed]
 *
 * Needs a built dist/.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../src/jobs/sample.ts';
import { openWorld } from '../scattered/open-world.ts';
import { findFaults, type Ledger, openBatches } from './books.ts';
import { type FleetNode, startNode } from './node.ts';
import { openPooler } from './pooler.ts';
import { openPostgres } from './postgres.ts';

const [faultCount = 40, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const SERVICES = 2;
const WORKERS = 4;
/** Batches that are open at most: the clients wait for the workers. */
const MAX_OPEN = 12;
const BATCH = 200;
/** Milliseconds without progress after which something is stuck. */
const STUCK_AFTER = 120_000;
/** Longer than the 30 s after which others take its parts over. */
const STOPPED_FOR = 45_000;

const random = seededRandom(seed);
const home = mkdtempSync(join(tmpdir(), 'mailvet-fleet-'));
await using postgres = await openPostgres(['fsync=off']);
await using pooler = await openPooler(postgres);
using world = await openWorld(20);
const ledger: Ledger = { batches: new Map(), cancelled: new Set() };
const nodes = new Set<FleetNode>();
let sent = 0;
let isOver = false;
const happened = new Map<string, number>();

const settings = { world, home };
const ratesOff = ['--rate-limit', '0', '--open-batches', '100000', '--workers', '0'];

async function start(role: FleetNode['role'], clockOff = 0): Promise<FleetNode> {
  // A node that meets a dead database ends with an error; a supervisor starts it again.
  for (;;) {
    try {
      const database = random() < 0.5 ? postgres.url : pooler.url;
      const flags = role === 'serve' ? ratesOff : [];
      const node = await startNode(role, { ...settings, database, flags, clockOff });
      nodes.add(node);
      return node;
    } catch (error) {
      if (isOver) throw error;
      await sleep(300);
    }
  }
}

const first = await startNode('serve', { ...settings, database: postgres.url, flags: ratesOff });
nodes.add(first);
const { key } = first;
for (let n = 1; n < SERVICES; n++) await start('serve');
await Promise.all(Array.from({ length: WORKERS }, () => start('work')));

function pick<T>(items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}

const ofRole = (role: FleetNode['role']) => [...nodes].filter((node) => node.role === role);

async function call(path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const service = pick(ofRole('serve'));
  const response = await fetch(`${service?.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends batches; what was accepted stands in the ledger. What was not answered may be there or not. */
async function keepSending(): Promise<void> {
  while (!isOver) {
    try {
      if ((await openBatches(postgres.url)) >= MAX_OPEN) await sleep(300);
      else await submit();
      if (random() < 0.05) await cancelOne();
    } catch {
      await sleep(200);
    }
  }
}

async function submit(): Promise<void> {
  const emails = Array.from({ length: BATCH }, () => `u${sent++}@${drawDomain()}`);
  const { status, body } = await call('/verify/batch', { emails });
  if (status === 200) ledger.batches.set((body as { id: string }).id, emails);
}

/** A third at one provider, the others scattered. */
function drawDomain(): string {
  const rank = Math.floor(300 ** random());
  return random() < 0.3 ? `google${rank}.com` : `company${rank}.com`;
}

async function cancelOne(): Promise<void> {
  const id = pick([...ledger.batches.keys()].slice(-3));
  if (id === undefined) return;
  const { status } = await call(`/batches/${id}/cancel`, {});
  if (status === 200) ledger.cancelled.add(id);
}

async function killAndReplace(role: FleetNode['role']): Promise<void> {
  const node = pick(ofRole(role));
  if (!node) return;
  nodes.delete(node);
  await node.end('SIGKILL');
  await start(role, random() < 0.2 ? 300_000 * (random() < 0.5 ? -1 : 1) : 0);
}

const stopped: Promise<void>[] = [];

/** Stops a worker; it goes on when others have its parts, and its late writes are refused. */
function stopForAWhile(): void {
  const node = pick(ofRole('work'));
  if (!node) return;
  node.process.kill('SIGSTOP');
  stopped.push(sleep(STOPPED_FOR).then(() => void node.process.kill('SIGCONT')));
}

const FAULTS: readonly (readonly [weight: number, name: string, act: () => unknown])[] = [
  [55, 'worker killed', () => killAndReplace('work')],
  [15, 'service killed', () => killAndReplace('serve')],
  [10, 'connections dropped', () => postgres.dropConnections()],
  [7, 'pooler restarted', () => pooler.restart()],
  [5, 'PostgreSQL killed', () => postgres.kill()],
  [4, 'PostgreSQL restarted', () => postgres.restart()],
  [4, 'worker stopped', stopForAWhile],
];

async function oneFault(): Promise<void> {
  let draw = random() * FAULTS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, name, act] of FAULTS) {
    draw -= weight;
    if (draw > 0) continue;
    await act();
    happened.set(name, (happened.get(name) ?? 0) + 1);
    return;
  }
}

const began = performance.now();
const clients = [keepSending(), keepSending()];
for (let fault = 1; fault <= faultCount; fault++) {
  await sleep(300 + random() * 1200);
  await oneFault();
  if (fault % 10 === 0) console.log(`${fault} faults, ${ledger.batches.size} batches accepted`);
}
isOver = true;
await Promise.all([...clients, ...stopped]);
const waited = await untilAllEnded();
const faults = await findFaults(postgres.url, ledger);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const counts = [...happened].map(([name, count]) => `${count} × ${name}`).join(', ');
console.log(`${counts}; ${seconds} s, seed ${seed}`);
console.log(
  `${ledger.batches.size} batches of ${BATCH} accepted, ${ledger.cancelled.size} cancelled; ` +
    `the last ended ${(waited / 1000).toFixed(0)} s after the last fault`,
);
for (const fault of faults) console.log(`FAULT: ${fault}`);
console.log(faults.length === 0 ? 'nothing lost, nothing counted twice, nothing left' : '');
if (faults.length > 0) for (const node of nodes) console.log(node.role, node.errors.slice(-3));
await Promise.all([...nodes].map((node) => node.end('SIGTERM')));
rmSync(home, { recursive: true, force: true });
process.exitCode = faults.length === 0 ? 0 : 1;

/** Milliseconds until no batch was open, or nothing moved for two minutes. */
async function untilAllEnded(): Promise<number> {
  const since = performance.now();
  let [fewest, movedAt] = [Number.POSITIVE_INFINITY, since];
  while (performance.now() - movedAt < STUCK_AFTER) {
    const open = await openBatches(postgres.url);
    if (open === 0) break;
    if (open < fewest) [fewest, movedAt] = [open, performance.now()];
    await sleep(200);
  }
  // Parts of cancelled batches are dropped within a minute.
  const ended = performance.now() - since;
  await sleep(65_000);
  return ended;
}
