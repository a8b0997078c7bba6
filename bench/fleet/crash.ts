/**
 * Two services and four workers on PostgreSQL and PgBouncer, each node on a machine of its own name,
 * while everything happens to them: kill -9 of any process a hundred times, workers that are stopped
 * for two minutes and go on, PostgreSQL restarted, away and without disk, all connections dropped, the
 * pooler restarted, clocks that are five minutes off. In the end every accepted address has one
 * result, each is charged once, and neither part, job nor place at a provider is left.
 *
 *     node bench/fleet/crash.ts [--only <fault,…>] [--share <0…1 of the faults>] [--seed <n>]
 *
 * Faults: worker, service, postgres, pooler (kill -9), stop, outage, drop, restart, disk, clock.
 * Needs a built dist/; `disk` needs root on Linux.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorld } from '../scattered/open-world.ts';
import { findFaults, openBatches } from './books.ts';
import { Clients } from './crash/clients.ts';
import { injector } from './crash/faults.ts';
import { Fleet } from './crash/fleet.ts';
import { readPlan } from './crash/plan.ts';
import { StallWatch } from './crash/stall-watch.ts';
import { openPooler } from './pooler.ts';
import { openPostgres } from './postgres.ts';

/** Milliseconds without progress after which something is stuck. */
const STUCK_AFTER = 120_000;
const DISK_MB = 512;
const ROUND_TRIP_MS = 20;

const plan = readPlan(process.argv.slice(2));
const { random } = plan;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
if (plan.needsDisk && !canMount) console.log('Without root the disk is not filled');
const home = mkdtempSync(join(tmpdir(), 'mailvet-fleet-'));
await using postgres = await openPostgres({
  settings: ['fsync=off', 'max_wal_size=64MB'],
  diskSize: plan.needsDisk && canMount ? DISK_MB : undefined,
});
await using pooler = await openPooler(postgres);
using world = await openWorld({ roundTrip: ROUND_TRIP_MS });
const databases = [postgres.url, pooler.url];
const { isClockOff } = plan;
const fleet = new Fleet({ settings: { world, home }, databases, random, isClockOff });
await fleet.start();
const clients = new Clients(fleet, postgres.url, random);
const stalls = new StallWatch(postgres.url);
const faults = injector({ fleet, postgres, pooler, random });
const began = performance.now();
clients.start();
stalls.start();
for (const [index, name] of plan.faults.entries()) {
  await sleep(200 + random() * 800);
  await faults.inject(name);
  if ((index + 1) % 20 === 0) console.log(`${index + 1} faults, ${accepted()}`);
}
await faults.settled();
await clients.stop();
// Each worker that is killed keeps its places at a provider for 45 s: only afterwards nothing may wait.
const meanwhile = stalls.longest;
stalls.restart();
await fleet.whole();
const waited = await untilAllEnded();
const found = await untilTidy();
await stalls.stop();
report();
await fleet.end();
rmSync(home, { recursive: true, force: true });

function accepted(): string {
  const { batches, cancelled } = clients.ledger;
  return `${batches.size} batches accepted, ${cancelled.size} of them cancelled`;
}

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
  return performance.now() - since;
}

/** What is wrong in the end. Parts of cancelled batches and places of the dead go within a minute. */
async function untilTidy(): Promise<readonly string[]> {
  const since = performance.now();
  for (;;) {
    const wrong = await findFaults(postgres.url, clients.ledger);
    if (wrong.length === 0 || performance.now() - since > 90_000) return wrong;
    await sleep(1000);
  }
}

function report(): void {
  const { ms, what } = stalls.longest;
  const stuck = ms > STUCK_AFTER ? [`a batch stood still: ${what}`] : [];
  const wrong = [...found, ...stuck, ...clients.faults, ...faults.faults, ...fleet.ended];
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;
  const rows: [string, string][] = [
    ['faults', list(faults.happened)],
    ['took', `${seconds(performance.now() - began)}, --seed ${plan.seed}`],
    ['batches', `${accepted()}; ${clients.addresses} addresses`],
    ['answers', list(clients.answers)],
    ['away', faults.notes.join('; ') || 'never'],
    [
      'without progress',
      `a batch for ${seconds(meanwhile.ms)} during the faults, ${seconds(ms)} after`,
    ],
    ['it was', meanwhile.what],
    ['the end', `all batches ended ${seconds(waited)} after the last fault`],
  ];
  for (const [title, text] of rows) console.log(`${title.padEnd(18)}${text}`);
  for (const fault of wrong) console.log(`FAULT: ${fault}`);
  if (wrong.length === 0) console.log('Nothing lost, nothing counted twice, nothing left.');
  else for (const node of fleet.nodes()) console.log(node.role, node.errors.slice(-3));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
