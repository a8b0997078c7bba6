import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../../src/composition/serve.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open-store.ts';
import { eachTest } from '../support/each-test.ts';
import { migratedDatabase } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const database = eachTest(migratedDatabase);
const folder = eachTest(temporaryFolder);
let service: RunningService;

beforeEach(async () => {
  service = await start('lists');
});
afterEach(async () => {
  await service.close();
});

function start(lists: string): Promise<RunningService> {
  const place = { host: '127.0.0.1', port: 0, database: database.url };
  const verifier = { helo: 'a.test', dns: ['127.0.0.1:9'], dnsCheck: false };
  return startService(
    { ...place, lists: folder.path(lists), verifier },
    { clock: systemClock, random: Math.random },
  );
}

it('a node that is refused leaves the processes that share the work', async () => {
  await expect(start('other')).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('are not in'),
  });
  const store = await openStore(database.url);
  try {
    expect(await store.verifierMemory.fleet?.processes(60_000)).toHaveLength(1);
  } finally {
    await store.close();
  }
});
