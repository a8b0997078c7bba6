import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { crashAgainAndAgain } from '../support/crash.ts';
import { eachTest } from '../support/each-test.ts';
import { type ChildNode, childNodes } from '../support/event-log.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
const nodes = eachTest(childNodes);
const database = () => folder.path('service.db');
const start = (msPerAddress = 0) => nodes.start('serve', database(), msPerAddress);

interface Results {
  readonly batch: { readonly status: string; readonly processedCount: number };
  readonly emails: readonly { email: string; status: string; result: { email: string } | null }[];
}

function client({ url }: ChildNode, key: string | undefined) {
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
  const file = new DatabaseSync(database(), { readOnly: true });
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
    await nodes.log.until(`${reached} results`, ({ event }) => event === 'verification', reached);
    await child.end();
    child = await start(3);
  }
  const { results, history } = client(child, key);
  await nodes.log.untilEnded(id);

  const end = await results(id);
  expect(end.batch.processedCount).toBe(301);
  expect(end.emails.map(({ result }) => result?.email)).toEqual([...emails, 'n0@example.com']);
  expect(await history(1000)).toHaveLength(301);
  expect(used()).toBe(300);
});

it('a batch that was accepted a moment before the kill is finished', async () => {
  const child = await start(10_000);
  const id = await client(child, child.firstKey).submit(['a@example.com']);
  await child.end();
  const next = await start();
  const { results } = client(next, child.firstKey);
  await nodes.log.untilEnded(id);
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
  for (const id of ids) await nodes.log.untilEnded(id);
  expect(await history(100)).toHaveLength(8);
  expect(used()).toBe(8);
});

it('a service that is killed again and again loses no write that it acknowledged', async () => {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
  const { faults, history } = await crashAgainAndAgain({
    database: database(),
    start: () => start(1),
    log: nodes.log,
    kills: 4,
    random: seededRandom(seed),
    maxCalls: 60,
  });
  expect(faults, `CRASH_SEED=${seed} runs it again`).toEqual([]);
  expect(history, `CRASH_SEED=${seed}`).toBeGreaterThan(0);
});
