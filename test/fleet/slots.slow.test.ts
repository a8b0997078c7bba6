import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailHost } from '../support/mail-host.ts';
import { isRandom } from '../support/mail-world.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';

const WORKER = fileURLToPath(new URL('../support/fleet-worker.ts', import.meta.url));
/** Two sessions. */
const SIZE = 120;

interface Worker {
  readonly child: ChildProcess;
  readonly lines: Interface;
}

let database: TestDatabase;
const host = new MailHost({ rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok') });
const workers = new Set<Worker>();
let port = 0;

beforeAll(async () => {
  database = await migratedDatabase();
  port = await host.listen('127.0.0.2', 0);
});
afterAll(async () => {
  for (const worker of workers) await kill(worker);
  await host.close();
  await database.dispose();
});

function start(): Worker {
  const child = spawn(process.execPath, [WORKER, database.url, String(port), String(SIZE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const worker = { child, lines: createInterface({ input: child.stdout }) };
  workers.add(worker);
  return worker;
}

async function finished({ child, lines }: Worker): Promise<void> {
  // Its streams close with it: a worker that fails must not be waited for.
  const ended = new AbortController();
  const end = () => ended.abort(new Error('a worker has ended by itself'));
  child.once('exit', end);
  const [line] = (await once(lines, 'line', { signal: ended.signal })) as string[];
  child.off('exit', end);
  expect(line).toBe(`${SIZE} of ${SIZE}`);
}

async function kill(worker: Worker): Promise<void> {
  workers.delete(worker);
  const { child } = worker;
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The processes that hold a place now. */
async function holders(all: readonly Worker[]): Promise<readonly Worker[]> {
  const pids = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ holder: string }>(
      'select holder from session_slots where expires_at > extract(epoch from now()) * 1000',
    );
    return rows.map(({ holder }) => Number(holder.split(' ')[1]));
  });
  return all.filter(({ child }) => pids.includes(child.pid ?? 0));
}

it('four processes hold two sessions with a provider, also while they are killed', async () => {
  const all = [start(), start(), start(), start()];
  await Promise.all(all.map(finished));
  const killed = await holders(all);
  expect(killed.length).toBeGreaterThan(0);
  for (const worker of killed) await kill(worker);
  // Their places are free when the leases are over.
  await Promise.all(all.filter((one) => !killed.includes(one)).map(finished));
  expect(host.peak).toBe(2);
});
