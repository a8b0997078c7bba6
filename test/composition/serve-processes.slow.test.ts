import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { crashAgainAndAgain } from '../support/crash.ts';
import { EventLog } from '../support/event-log.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';

interface Child {
  readonly url: string;
  readonly firstKey?: string;
  kill(): Promise<void>;
  /** Resolves when a process has logged the end of the batch. */
  ended(batchId: string): Promise<void>;
}

let folder: TemporaryFolder;
let database: string;
let children: Child[];
/** The log of all processes of a test. */
let log: EventLog;

beforeEach(() => {
  folder = temporaryFolder();
  database = folder.path('service.db');
  children = [];
  log = new EventLog();
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  folder.dispose();
});

async function start(msPerAddress = 0): Promise<Child> {
  const program = fileURLToPath(new URL('../support/serve-child.ts', import.meta.url));
  const child = spawn(process.execPath, [program, database, String(msPerAddress)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => log.add(JSON.parse(line)));
  // The service may log events before its first line says that it listens.
  const listening = await new Promise<object>((resolve) => {
    lines.on('line', (line) => {
      const entry = JSON.parse(line);
      if ('url' in entry && !('event' in entry)) resolve(entry);
    });
  });
  const ended = (batchId: string) => log.untilEnded(batchId);
  const running = { ...listening, kill: () => kill(child), ended } as Child;
  children.push(running);
  return running;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

interface Results {
  readonly batch: { readonly status: string; readonly processedCount: number };
  readonly emails: readonly { email: string; status: string; result: { email: string } | null }[];
}

function client({ url }: Child, key: string | undefined) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const send = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}/api/v1${path}`, { ...init, headers })).json();
  return {
    submit: async (emails: readonly string[]) => {
      const body = JSON.stringify({ emails });
      return ((await send('/verify/batch', { method: 'POST', body })) as { id: string }).id;
    },
    results: (id: string) => send(`/batches/${id}`) as Promise<Results>,
    history: (limit: number) => send(`/verifications?limit=${limit}`) as Promise<unknown[]>,
  };
}

/** Of all months: the test may run at the end of one. */
function used(): number {
  const file = new DatabaseSync(database, { readOnly: true });
  const sum = file.prepare('select sum(used) as used from usage').get()?.used;
  file.close();
  return Number(sum);
}

it('a batch whose process is killed again and again is finished, each address counted once', async () => {
  const emails = Array.from({ length: 300 }, (_, index) => `n${index}@example.com`);
  let child = await start(3);
  const key = child.firstKey;
  const id = await client(child, key).submit([...emails, 'n0@example.com']);
  for (const reached of [1, 80, 160]) {
    await log.until(`${reached} results`, ({ event }) => event === 'verification', reached);
    await child.kill();
    child = await start(3);
  }
  const { results, history } = client(child, key);
  await child.ended(id);

  const end = await results(id);
  expect(end.batch.processedCount).toBe(301);
  expect(end.emails.map(({ result }) => result?.email)).toEqual([...emails, 'n0@example.com']);
  expect(await history(1000)).toHaveLength(301);
  expect(used()).toBe(300);
});

it('a batch that was accepted a moment before the kill is finished', async () => {
  const child = await start(10_000);
  const id = await client(child, child.firstKey).submit(['a@example.com']);
  await child.kill();
  const next = await start();
  const { results } = client(next, child.firstKey);
  await next.ended(id);
  expect((await results(id)).emails).toMatchObject([{ status: 'verified' }]);
});

it('processes that start at once on a new database all run, and one shows the first key', async () => {
  const started = await Promise.all([start(), start(), start(), start()]);
  const keys = started.flatMap(({ firstKey }) => firstKey ?? []);
  expect(keys).toHaveLength(1);
  const ids = await Promise.all(
    started.map((child, n) => client(child, keys[0]).submit([`a${n}@x.com`, `b${n}@x.com`])),
  );
  const { history } = client(started[0], keys[0]);
  for (const id of ids) await log.untilEnded(id);
  expect(await history(100)).toHaveLength(8);
  expect(used()).toBe(8);
});

it('a service that is killed again and again loses no write that it acknowledged', async () => {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
  const { faults, ...counts } = await crashAgainAndAgain({
    database,
    start: () => start(1),
    kills: 4,
    random: seededRandom(seed),
    maxCalls: 60,
  });
  expect(faults, `CRASH_SEED=${seed} runs it again`).toEqual([]);
  expect(counts.history, `CRASH_SEED=${seed}`).toBeGreaterThan(0);
});
