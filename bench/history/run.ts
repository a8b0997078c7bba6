/**
 * A long history beside a short one, in SQLite and in PostgreSQL: what the API and the dashboard ask
 * most, in turn on both databases of the same run. The history covers a year; a tenth of its
 * answers are cached.
 *
 *     npm run bench:history -- [rows] [rows of the short one]
 *
 * By default 10,000,000 beside 100,000 rows: some 5 GB of disk. Exits with 1 where the newest page,
 * the usage of the month, a look-up or the chart of 30 days takes more than twice as long.
 */
import type { Store } from '../../src/service/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { withClient } from '../../test/support/postgres-template.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openPostgres } from '../fleet/postgres.ts';
import { fillPostgres, fillSqlite, type History, historyOf, TEAM } from './fill.ts';

const [LONG = 10_000_000, SHORT = 100_000] = process.argv.slice(2).map(Number);
const MOST = 2;
const ROUNDS = 200;
const PAGE = { limit: 50, skip: 0 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** Nothing here has to survive a power cut, and rows are written without a log. */
const SETTINGS = [
  'fsync=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'full_page_writes=off',
  'max_wal_size=8GB',
  'shared_buffers=1GB',
];

interface Filled {
  readonly store: Store;
  readonly history: History;
}

interface Question {
  readonly name: string;
  readonly ask: (filled: Filled) => Promise<unknown>;
  readonly rounds?: number;
}

const QUESTIONS: readonly Question[] = [
  { name: 'newest page', ask: ({ store }) => store.team(TEAM).listVerifications(PAGE) },
  {
    name: 'page 100',
    ask: ({ store }) => store.team(TEAM).listVerifications({ ...PAGE, skip: 4950 }),
  },
  {
    name: 'usage of the month',
    ask: ({ store, history }) => store.reports(TEAM).usage(history.month),
  },
  {
    name: 'cached look-up',
    ask: ({ store, history }) => store.cache.findOne(anyAddress(history), history.now),
  },
  {
    name: '1,000 cached look-ups',
    ask: ({ store, history }) =>
      store.cache.find(
        Array.from({ length: 1000 }, () => anyAddress(history)),
        history.now,
      ),
    rounds: 80,
  },
  {
    name: 'chart of 30 days',
    ask: ({ store, history: { now } }) =>
      store.reports(TEAM).days({ since: now - 29 * DAY_MS, until: now }),
    rounds: 80,
  },
];

let worst = 0;
process.stdout.write(
  `${LONG.toLocaleString('en')} rows of history beside ${SHORT.toLocaleString('en')}: median of each, in milliseconds\n`,
);
await measureSqlite();
await measurePostgres();
process.exitCode = worst > MOST ? 1 : 0;

async function measureSqlite(): Promise<void> {
  const folder = temporaryFolder();
  const open = async (rows: number): Promise<Filled> => {
    const path = folder.path(`${rows}.db`);
    await (await openStore(path)).close();
    const history = historyOf(rows);
    fillSqlite(path, history);
    return { store: await openStore(path), history };
  };
  await compare('SQLite', open);
  folder.dispose();
}

async function measurePostgres(): Promise<void> {
  await using postgres = await openPostgres({ settings: SETTINGS });
  await compare('PostgreSQL', async (rows) => {
    const url = postgres.url.replace(/mailvet$/, `rows_${rows}`);
    await withClient(postgres.url, (client) => client.query(`create database rows_${rows}`));
    await (await openStore(url)).close();
    const history = historyOf(rows);
    await fillPostgres(url, history);
    return { store: await openStore(url), history };
  });
}

async function compare(name: string, open: (rows: number) => Promise<Filled>): Promise<void> {
  const began = performance.now();
  const [short, long] = [await open(SHORT), await open(LONG)];
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`\n${name} (filled in ${seconds} s)\n`);
  for (const question of QUESTIONS) await measure(question, short, long);
  await short.store.close();
  await long.store.close();
}

async function measure(question: Question, short: Filled, long: Filled): Promise<void> {
  const times: [number[], number[]] = [[], []];
  const rounds = question.rounds ?? ROUNDS;
  // As in a service that has run for a while, the first half is there to fill what is cached.
  for (let round = -rounds; round < rounds; round++) {
    const took = [await timed(() => question.ask(short)), await timed(() => question.ask(long))];
    if (round < 0) continue;
    times.forEach((all, index) => {
      all.push(took[index] ?? Number.NaN);
    });
  }
  const [few, many] = times.map(medianOf) as [number, number];
  const ratio = many / few;
  worst = Math.max(worst, ratio);
  const cells = [few.toFixed(3), many.toFixed(3), `${ratio.toFixed(2)} x`];
  process.stdout.write(
    `  ${question.name.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}\n`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function medianOf(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function anyAddress({ cached }: History): string {
  return `a${1 + Math.floor(Math.random() * cached)}@example.com`;
}
