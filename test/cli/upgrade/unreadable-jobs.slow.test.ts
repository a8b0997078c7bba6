/** Jobs that this version can't read: damaged ones, and those of a newer mailvet or an unreleased build. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type BatchWorld, batchWorld } from '../../support/batch-world.ts';
import { eachTest } from '../../support/each-test.ts';

const world = eachTest(batchWorld);

const LIST = 'email\nada@b.de\nbob@b.de\n';

/** Submits the list, and does something to the file of its job. Returns the job's id. */
async function spoiled(
  world: BatchWorld,
  spoil: (database: DatabaseSync) => void,
): Promise<string> {
  world.write('list.csv', LIST);
  await world.run('batch submit list.csv');
  const jobs = join(world.home, '.local', 'state', 'mailvet', 'jobs');
  const name = readdirSync(jobs).find((file) => /^job_\w+\.sqlite$/.test(file)) ?? '';
  using database = new DatabaseSync(join(jobs, name));
  spoil(database);
  return name.replace('.sqlite', '');
}

const NEWER = (database: DatabaseSync) =>
  database.exec("PRAGMA user_version = 99; UPDATE job SET writer = '9.9.9+abc'");
const CHANGED = (database: DatabaseSync) =>
  database.exec("UPDATE job SET record = replace(record, 'list.csv', 'lisT.csv')");

it.each([
  ['of a newer mailvet', NEWER, 'list.csv', 'by mailvet 9.9.9+abc in version 99 of lists'],
  ['with a changed record', CHANGED, 'lisT.csv', 'its record has changed'],
] as const)('a job %s is listed with what can be read of it', async (_, spoil, list, problem) => {
  const id = await spoiled(world, spoil);
  const { stdout, stderr, exitCode } = await world.run('jobs list --json');
  expect(JSON.parse(stdout)).toMatchObject([
    {
      id,
      state: 'unreadable',
      list,
      batches: world.standIn.batches.map((batch) => batch.id),
      service: world.standIn.url,
      path: expect.stringContaining(`${id}.sqlite`),
      problem: expect.stringContaining(problem),
    },
  ]);
  expect(stderr).toContain(problem);
  expect(exitCode).toBe(0);
  expect((await world.run('jobs list')).stdout).toContain(`${id}\tunreadable\t${list}`);
});

it.each([
  ['of a newer mailvet', NEWER],
  ['with a changed record', CHANGED],
] as const)('the list of a job %s is sent again with --again alone', async (_, spoil) => {
  const id = await spoiled(world, spoil);
  const refused = await world.run('batch submit list.csv');
  expect(refused.stderr).toContain(
    `this list was submitted already, as ${id}, which can't be read`,
  );
  expect(refused.exitCode).toBe(2);
  expect(world.standIn.requestsOf('createBatch')).toHaveLength(1);
  world.write('other.csv', 'email\neve@b.de\n');
  expect(await world.run('batch submit other.csv')).toMatchObject({ exitCode: 0 });
  expect(await world.run('batch submit list.csv --again')).toMatchObject({ exitCode: 0 });
  expect(world.standIn.requestsOf('createBatch')).toHaveLength(3);
});

it('a job of which nothing can be read is listed, and can be forgotten', async () => {
  const id = await spoiled(world, () => {});
  const path = join(world.home, '.local', 'state', 'mailvet', 'jobs', `${id}.sqlite`);
  writeFileSync(path, 'no database');
  const { stdout } = await world.run('jobs list --json');
  expect(JSON.parse(stdout)).toMatchObject([{ id, state: 'unreadable', list: null, batches: [] }]);
  expect(await world.run(`jobs forget ${id}`)).toMatchObject({ exitCode: 0 });
  expect(JSON.parse((await world.run('jobs list --json')).stdout)).toEqual([]);
});

/** What a build before the first release left when it was killed: the job with its log, and the database. */
const UNRELEASED = join(import.meta.dirname, 'unreleased');

function unpackUnreleased(pattern: RegExp, folder: string): Map<string, Buffer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(UNRELEASED).filter((name) => pattern.test(name));
  return new Map(
    names.map((name) => {
      const path = join(folder, name.replace(/\.gz$/, ''));
      const bytes = gunzipSync(readFileSync(join(UNRELEASED, name)));
      writeFileSync(path, bytes, { mode: 0o600 });
      return [path, bytes];
    }),
  );
}

it('a job of an unreleased build is refused in one sentence, and stays as it is', async () => {
  const folder = join(world.home, '.local', 'state', 'mailvet', 'jobs');
  const files = unpackUnreleased(/^job_/, folder);
  const [id = ''] = [...files.keys()].map((path) => /job_\w+/.exec(path)?.[0] ?? '');
  const resumed = await world.run(`batch resume ${id}`);
  expect(resumed.stderr).toContain('a build that was never released');
  expect(resumed.stderr).toContain('nothing of it was changed');
  expect(resumed.exitCode).toBe(3);
  expect(JSON.parse((await world.run('jobs list --json')).stdout)).toMatchObject([
    { id, state: 'unreadable', problem: expect.stringContaining('never released') },
  ]);
  for (const [path, bytes] of files) expect(readFileSync(path).equals(bytes), path).toBe(true);
});
