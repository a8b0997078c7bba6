/**
 * What it costs to find the next batch, and to cancel all of a team's, by how many are open.
 *
 *     node bench/service/claims.ts
 */
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const MAX_CLAIMS = 1000;

for (const [teams, batches] of [
  [1, 10],
  [10, 100],
  [100, 100],
] as const) {
  await measureClaims(teams, batches);
}
await measureCancels(100, 1000);

async function measureClaims(teams: number, batches: number): Promise<void> {
  await using world = await storeWith(teams, batches, 1);
  const { parts } = world.store;
  const claims = Math.min(MAX_CLAIMS, teams * batches);
  const began = performance.now();
  for (let n = 0; n < claims; n++) await parts.claim({ owner: 'us', queue: `t${n % teams}` });
  const rate = (claims / (performance.now() - began)) * 1000;
  const asked = performance.now();
  await parts.waitingQueues();
  const scan = performance.now() - asked;
  console.log(
    `${teams} teams x ${batches} batches: ${rate.toFixed(0)} claims/s, teams in ${scan.toFixed(2)} ms`,
  );
}

async function measureCancels(batches: number, size: number): Promise<void> {
  await using world = await storeWith(1, batches, size);
  const began = performance.now();
  for (let n = 0; n < batches; n++) await world.store.team('t0').cancelBatch(`t0.${n}`);
  const ms = performance.now() - began;
  console.log(`cancelling ${batches} batches of ${size}: ${ms.toFixed(0)} ms`);
}

async function storeWith(teams: number, batches: number, size: number) {
  const folder = temporaryFolder();
  const store = await openStore(folder.path('bench.db'));
  for (let team = 0; team < teams; team++) {
    const id = `t${team}`;
    await store.teams.create({ id, name: id, quota: null, createdAt: 0 });
    for (let batch = 0; batch < batches; batch++) {
      const entries = Array.from({ length: size }, (_, at) => entryOf(`a${at}@x.test`));
      const created = { id: `${id}.${batch}`, createdAt: 0, month: '2026-11', entries };
      await store.team(id).createBatch(created);
    }
  }
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      folder.dispose();
    },
  };
}

function entryOf(email: string) {
  return { email, cacheKey: email, cost: 1 };
}
