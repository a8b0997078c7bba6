import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailHost } from '../support/mail-host.ts';
import { isRandom } from '../support/mail-world.ts';
import { migratedDatabase, type TestDatabase } from '../support/postgres.ts';
import { withClient } from '../support/postgres-template.ts';
import { Program } from '../support/run-program.ts';

const WORKER = fileURLToPath(new URL('../support/fleet-worker.ts', import.meta.url));
/** Two sessions. */
const SIZE = 120;

let database: TestDatabase;
const host = new MailHost({ rcpt: (to) => (isRandom(to) ? '550 5.1.1 No' : '250 Ok') });
const workers: Program[] = [];
let port = 0;

beforeAll(async () => {
  database = await migratedDatabase();
  port = await host.listen('127.0.0.2', 0);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end()));
  await host.close();
  await database.dispose();
});

function start(): Program {
  const args = [WORKER, database.url, String(port), String(SIZE)];
  const worker = new Program(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  workers.push(worker);
  return worker;
}

/** Resolves with the next list that the worker finishes. */
async function finished(worker: Program): Promise<void> {
  const before = worker.stdout.split('\n').length;
  const [lines] = await worker.until(new RegExp(`^(.*\n){${before}}`));
  expect(lines.split('\n').at(-2)).toBe(`${SIZE} of ${SIZE}`);
}

/** The processes that hold a place now. */
async function holders(all: readonly Program[]): Promise<readonly Program[]> {
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
  for (const worker of killed) await worker.end();
  // Their places are free when the leases are over.
  await Promise.all(all.filter((one) => !killed.includes(one)).map(finished));
  expect(host.peak).toBe(2);
});
