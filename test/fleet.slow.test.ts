import { expect, it } from 'vitest';
import { startService } from '../src/composition/serve.ts';
import { systemClock } from '../src/lib/clock.ts';
import { eachTest } from './support/each-test.ts';
import { childNodes } from './support/event-log.ts';
import { migratedDatabase } from './support/postgres.ts';
import { withClient } from './support/postgres-template.ts';

const database = eachTest(migratedDatabase);
const service = eachTest(() =>
  startService(
    { host: '127.0.0.1', port: 0, database: database.url, lists: 'off', workers: 0 },
    { clock: systemClock, random: Math.random },
  ),
);
const workers = eachTest(childNodes);
const startWorker = (msPerAddress: number) => workers.start('work', database.url, msPerAddress);

async function call(path: string, body?: object) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    headers: {
      Authorization: `Bearer ${service.firstKey}`,
      'Content-Type': 'application/json',
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

function count(sql: string): Promise<number> {
  return withClient(database.url, async (client) =>
    Number((await client.query<{ n: string }>(`select ${sql} as n`)).rows[0]?.n),
  );
}

it('workers share a batch; those that are killed or stopped lose nothing and count nothing twice', async () => {
  const emails = Array.from({ length: 400 }, (_, n) => `u${n}@p${n % 4}.example.com`);
  const first = await startWorker(5);
  const second = await startWorker(5);
  const { id } = (await call('/verify/batch', { emails })) as { id: string };
  await workers.log.until('the first results', ({ event }) => event === 'verification', 40);
  await first.end();
  await startWorker(1);
  await workers.log.until('more results', ({ event }) => event === 'verification', 80);
  await second.end('SIGTERM');
  await workers.log.untilEnded(id);
  const { batch } = (await call(`/batches/${id}`)) as { batch: object };
  expect(batch).toMatchObject({ status: 'completed', processedCount: 400 });
  expect(await count('(select count(*) from verifications)')).toBe(400);
  expect(await count('(select count(distinct email) from verifications)')).toBe(400);
  expect(await count('(select sum(used) from usage)')).toBe(400);
  expect(await count("(select count(*) from mailvet_jobs.job where data ? 'batch')")).toBe(0);
});

it('a worker answers whether it is well, and nothing else', async () => {
  const { url } = await startWorker(0);
  const status = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect(await status('/healthz')).toBe(200);
  expect(await status('/readyz')).toBe(200);
  expect(await status('/metrics')).toBe(200);
  expect(await status('/api/v1/batches')).toBe(404);
});
