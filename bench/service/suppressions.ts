/**
 * A suppression list of a million: what its import takes and how long it keeps others waiting, what a
 * look-up costs with it, and what it costs a team that has none.
 * On SQLite, and on a PostgreSQL that is started for it.
 *
 *     node bench/service/suppressions.ts [entries]
 */
import { open, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '../../src/lib/clock.ts';
import { secureToken } from '../../src/lib/secure-token.ts';
import { openListFiles } from '../../src/lists/thread/open-list-files.ts';
import type { Store } from '../../src/service/ports.ts';
import { importSuppressionFile } from '../../src/service/suppressions/import-suppression-file.ts';
import { findSuppressed, isSuppressed } from '../../src/service/suppressions/suppress.ts';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openPostgres } from '../fleet/postgres.ts';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 1000;
const ROUNDS = 50;

const folder = temporaryFolder();
const path = folder.path('list.csv');
// In no order, as lists are: neighbours are far apart in the index.
const addressOf = (n: number) => `user${(n * 7_919_777) % ENTRIES}@domain${n % 5000}.example`;
const rows = Array.from({ length: ENTRIES }, (_, n) => `${n},${addressOf(n)}\n`);
await writeFile(path, `id,email\n${rows.join('')}`);

console.log(`${ENTRIES.toLocaleString('en')} entries of a CSV file`);
console.log(
  'store        import   entries/s   loop: 99 %    most   set of 1,000     one   without a list: 1,000    one',
);
await measure('SQLite', folder.path('bench.db'));
{
  await using postgres = await openPostgres();
  await measure('PostgreSQL', postgres.url);
}
folder.dispose();

async function measure(name: string, database: string): Promise<void> {
  const store = await openStore(database);
  for (const id of ['with', 'without']) {
    await store.teams.create({ id, name: id, quota: null, createdAt: 0 });
  }
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  const added = await importInto(store);
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  if (added !== ENTRIES) throw new Error(`${added} of ${ENTRIES} were added`);
  const [set, one, none] = [
    await perRound(() => findSuppressed(store, 'with', keys())),
    await perRound(() => isSuppressed(store, 'with', addressOf(5))),
    await perRound(() => findSuppressed(store, 'without', keys())),
  ];
  const single = await perRound(() => isSuppressed(store, 'without', addressOf(5)));
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
  console.log(
    [
      name.padEnd(11),
      `${seconds.toFixed(1)} s`.padStart(8),
      Math.round(ENTRIES / seconds)
        .toLocaleString('en')
        .padStart(11),
      ms(delay.percentile(99)).padStart(12),
      ms(delay.max).padStart(7),
      `${set.toFixed(2)} ms`.padStart(14),
      `${one.toFixed(2)} ms`.padStart(7),
      `${none.toFixed(2)} ms`.padStart(23),
      `${single.toFixed(3)} ms`,
    ].join(' '),
  );
  await store.close();
}

async function importInto(store: Store): Promise<number> {
  const files = openListFiles(folder.path('lists'), new AbortController().signal);
  await using file = await open(path);
  const context = { store, files, clock: systemClock, token: secureToken };
  const received = { fd: file.fd, name: 'list.csv', column: '' };
  const owner = { teamId: 'with', actor: 'bench' };
  const { added } = await importSuppressionFile(context, owner, received);
  await files.close();
  return added;
}

/** Half of them are on the list. */
function keys(): string[] {
  const from = Math.floor(Math.random() * (ENTRIES - BATCH));
  return Array.from({ length: BATCH }, (_, n) =>
    n % 2 === 0 ? addressOf(from + n) : `other${n}@domain${n}.example`,
  );
}

/** Milliseconds of a round. */
async function perRound(work: () => Promise<unknown>): Promise<number> {
  await work();
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round++) await work();
  return (performance.now() - began) / ROUNDS;
}
