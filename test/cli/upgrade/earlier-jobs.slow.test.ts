/** Jobs that earlier versions left when they were killed, made by those versions: see README.md. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type BatchWorld, batchWorld } from '../../support/batch-world.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';
import type { BatchInState } from '../../support/stand-in.ts';
import { LIST_ADDRESSES, LIST_ROWS, listText, SANDBOX_ROWS, sandboxListText } from './list.ts';

const JOBS = join(import.meta.dirname, 'jobs');
const VERSIONS = readdirSync(JOBS);

function unpack(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) {
    writeFileSync(join(to, file.replace(/\.gz$/, '')), gunzipSync(readFileSync(join(from, file))));
  }
}

/** Puts a job into a home, with `change` made to its record: what it names lay elsewhere. Returns its id. */
function install(from: string, home: string, change: (record: string) => string): string {
  const staged = mkdtempSync(join(home, 'staged-'));
  unpack(from, staged);
  const jobs = join(home, '.local', 'state', 'mailvet', 'jobs');
  mkdirSync(jobs, { recursive: true, mode: 0o700 });
  const name = readdirSync(staged).find((file) => /^job_\w+\.sqlite$/.test(file)) ?? '';
  const path = join(staged, name);
  // Copied while it is open: closing it would end the log that the killed program left.
  using database = new DatabaseSync(path);
  const { record } = database.prepare('SELECT record FROM job').get() ?? {};
  const changed = change(String(record));
  database.prepare('UPDATE job SET record = ?').run(changed);
  const hasSum = database
    .prepare("SELECT 1 FROM pragma_table_info('job') WHERE name = 'sum'")
    .get();
  if (hasSum) database.prepare('UPDATE job SET sum = ?').run(crc32(changed));
  for (const file of [name, `${name}-wal`, `${name}-journal`]) {
    if (existsSync(join(staged, file))) copyFileSync(join(staged, file), join(jobs, file));
  }
  return name.replace('.sqlite', '');
}

interface Fixture {
  readonly job: string;
  readonly world: BatchWorld;
}

/** A home with the job, and a service with the batches that it has of it. */
async function openFixture(version: string, instant: string): Promise<Fixture> {
  const world = await batchWorld();
  const state = JSON.parse(
    gunzipSync(readFileSync(join(JOBS, version, `${instant}.json.gz`))).toString(),
  ) as { url: string; batches: BatchInState[] };
  world.standIn.batches.push(...state.batches);
  for (const batch of world.standIn.batches) Object.assign(batch, { polls: 1_000_000 });
  const { url } = world.standIn;
  const job = install(join(JOBS, version, instant), world.home, (record) =>
    record.replaceAll(JSON.stringify(state.url), JSON.stringify(url)),
  );
  world.write('list.csv', listText());
  return { job, world };
}

function sentAddresses({ world }: Fixture): readonly string[] {
  return world.standIn.batches.flatMap(({ emails }) => emails);
}

function verdicts(csv: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const [header = '', ...rows] = csv.trimEnd().split('\n');
  const at = header.split(',').indexOf('verdict');
  for (const row of rows) {
    const verdict = row.split(',')[at] ?? '';
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

const WHOLE = { deliverable: LIST_ROWS - 1, undeliverable: 1 };

describe.each(VERSIONS)('a job of %s', (version) => {
  it.each([
    ['sending', 0],
    ['collecting', 1],
  ])('that was killed while %s goes on: %i batches are sent', async (instant, missing) => {
    const fixture = await openFixture(version, instant);
    await using world = fixture.world;
    const { exitCode, stderr } = await world.run(`batch resume ${fixture.job} -o again.csv`);
    expect(stderr).not.toContain('mailvet:');
    expect(exitCode).toBe(0);
    expect(verdicts(world.read('again.csv'))).toEqual(WHOLE);
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(missing);
    const sent = sentAddresses(fixture);
    expect([sent.length, new Set(sent).size]).toEqual([LIST_ADDRESSES, LIST_ADDRESSES]);
  });

  it('that was finished gives its results again, and sends nothing', async () => {
    const { job, world: opened } = await openFixture(version, 'finished');
    await using world = opened;
    expect(await world.run(`batch watch ${job} -o again.csv`)).toMatchObject({ exitCode: 0 });
    expect(verdicts(world.read('again.csv'))).toEqual(WHOLE);
    expect(world.standIn.requests).toEqual([]);
  });

  it.each(['collecting', 'finished'])(
    'that was left %s is listed, and its list is known',
    async (instant) => {
      const { job, world: opened } = await openFixture(version, instant);
      await using world = opened;
      const { stdout } = await world.run('jobs list --json');
      expect(JSON.parse(stdout)).toMatchObject([
        {
          id: job,
          state: instant === 'finished' ? 'finished' : 'waiting',
          addresses: LIST_ADDRESSES,
        },
      ]);
      const again = await world.run('batch submit list.csv');
      expect(again.stderr).toContain(`this list was submitted already, as ${job}`);
      expect(again.exitCode).toBe(2);
      expect(world.standIn.requestsOf('createBatch')).toEqual([]);
    },
  );

  it('with the database of its embedded service goes on where it was', async () => {
    await using home = await temporaryHome();
    const data = join(home.path, '.local', 'share', 'mailvet');
    const from = join(JOBS, version, 'embedded');
    const job = install(from, home.path, (record) =>
      record.replace(/"embedded:[^"]*"/, JSON.stringify(`embedded:${join(data, 'mailvet.db')}`)),
    );
    mkdirSync(data, { recursive: true });
    for (const file of readdirSync(from).filter((one) => one.startsWith('mailvet.db'))) {
      writeFileSync(
        join(data, file.replace('.gz', '')),
        gunzipSync(readFileSync(join(from, file))),
      );
    }
    writeFileSync(join(home.path, 'list.csv'), sandboxListText());
    const run = (line: string, options: CliOptions = {}) =>
      runCli(line.split(' '), { home: home.path, ...options });
    const before = readDatabase(join(data, 'mailvet.db')).batches;
    const { exitCode, stderr } = await run(`batch resume ${job} -o again.csv`);
    expect(stderr).not.toContain('mailvet:');
    expect(exitCode).toBe(0);
    expect(verdicts(readFileSync(join(home.path, 'again.csv'), 'utf8'))).toEqual({
      deliverable: SANDBOX_ROWS,
    });
    const { batches, addresses } = readDatabase(join(data, 'mailvet.db'));
    expect(before).toBeLessThanOrEqual(2);
    expect({ batches, addresses }).toEqual({ batches: 2, addresses: SANDBOX_ROWS });
  });
});

function readDatabase(path: string) {
  using database = new DatabaseSync(path);
  const count = (sql: string) => Number(database.prepare(sql).get()?.count);
  return {
    batches: count('SELECT count(*) AS count FROM batches'),
    addresses: count('SELECT count(*) AS count FROM entries'),
  };
}
