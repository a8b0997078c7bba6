import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/lists/file/sample.ts';
import { type BatchWorld, batchWorld } from '../support/batch-world.ts';
import { eachTest } from '../support/each-test.ts';
import { addressesOf } from './job-bench.ts';

const world = eachTest(halfSent);

const ADDRESSES = addressesOf(1700);

/** A job whose first batch was sent and collected; the rest met a plan limit. */
async function halfSent(): Promise<BatchWorld & { readonly job: string }> {
  const world = await batchWorld();
  world.write('list.csv', `email\n${ADDRESSES.join('\n')}\n`);
  world.standIn.quota = 1000;
  const { exitCode } = await world.run('batch submit list.csv -o out.csv');
  expect(exitCode).toBe(4);
  world.standIn.quota = undefined;
  rmSync(join(world.home, 'out.csv'));
  const directory = join(world.home, '.local/state/mailvet/jobs');
  const [name = ''] = readdirSync(directory).filter((file) => file.endsWith('.sqlite'));
  return { ...world, job: join(directory, name) };
}

let undisturbed: string;

beforeAll(async () => {
  await using world = await halfSent();
  expect((await world.run('batch resume -o out.csv')).exitCode).toBe(0);
  undisturbed = world.read('out.csv');
});

type Damage = (bytes: Buffer, random: () => number) => Buffer;

const flip: Damage = (bytes, random) => {
  for (let count = 1 + Math.floor(random() * 8); count > 0; count -= 1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return bytes;
};

const overwrite: Damage = (bytes, random) => {
  const at = Math.floor(random() * bytes.length);
  return bytes.fill(
    random() < 0.5 ? 0 : 0xa5,
    at,
    Math.min(bytes.length, at + 1 + Math.floor(random() * 20_000)),
  );
};

const cut: Damage = (bytes, random) =>
  bytes.subarray(0, bytes.length - 1 - Math.floor(random() * 40_000));

const DAMAGES: Readonly<Record<string, Damage>> = { flip, overwrite, cut };
const TRIALS = Number(process.env.DAMAGE_TRIALS ?? 20);

test.for(Object.keys(DAMAGES))(
  'a job damaged by a %s is refused, or goes on as if nothing were: nothing wrong is sent',
  async (kind) => {
    const whole = `${world.job}.whole`;
    copyFileSync(world.job, whole);
    const sent = world.standIn.batches.length;
    for (let seed = 1; seed <= TRIALS; seed += 1) {
      const random = seededRandom(seed);
      writeFileSync(world.job, (DAMAGES[kind] ?? flip)(readFileSync(whole), random));
      const { exitCode, stderr } = await world.run('batch resume --no-input -o out.csv');
      const says = `seed ${seed}: exit ${exitCode}, ${stderr}`;
      expect([0, 2], says).toContain(exitCode);
      const wrong = world.standIn.batches.slice(sent).flatMap(({ emails }) => emails);
      if (exitCode === 0) {
        expect(wrong, says).toEqual(ADDRESSES.slice(1000));
        expect(world.read('out.csv'), says).toBe(undisturbed);
        rmSync(join(world.home, 'out.csv'));
      } else {
        expect(wrong, says).toEqual([]);
        expect(stderr, says).toMatch(/damaged|can't be read as a job|no unfinished job/);
        expect(existsSync(join(world.home, 'out.csv')), says).toBe(false);
      }
      world.standIn.batches.length = sent;
      for (const file of readdirSync(join(world.job, '..'))) {
        if (/-(?:wal|shm|journal)$/.test(file)) rmSync(join(world.job, '..', file));
      }
    }
  },
);

test('a job whose log is gone is refused, saying so', async () => {
  const bytes = readFileSync(world.job);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(world.job);
  database.exec('UPDATE job SET logged = 1');
  database.close();
  readFileSync(world.job).copy(bytes);
  bytes[18] = 2;
  bytes[19] = 2;
  writeFileSync(world.job, bytes);
  const { exitCode, stderr } = await world.run('batch resume -o out.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('has lost its log');
  expect(world.standIn.batches).toHaveLength(1);
});

test('a damaged job can be forgotten', async () => {
  writeFileSync(world.job, readFileSync(world.job).subarray(0, 3000));
  expect((await world.run('jobs list')).stderr).toContain('damaged');
  expect((await world.run('jobs forget --all')).exitCode).toBe(0);
  expect(existsSync(world.job)).toBe(false);
});

test.for(['of the job', 'of the directory'])(
  'a lock file %s that is none is named',
  async (which) => {
    const own = which === 'of the job';
    const lock = own ? `${world.job}.lock` : join(world.job, '..', '.lock');
    writeFileSync(
      lock,
      'no database, but a text that is long enough to be taken for one'.repeat(20),
    );
    world.write('other.csv', 'email\nx@example.com\n');
    const line = own ? 'batch resume -o out.csv' : 'batch submit other.csv';
    const { exitCode, stderr } = await world.run(line);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${lock} can't be locked: it is no lock file`);
  },
);

test('what a killed process left beside an output is swept', async () => {
  const dead = 2 ** 22 + 1;
  const left = [`.out.csv.${dead}-0123456789ab.tmp`, `.out.csv.${dead}-abcdef012345.tmp`] as const;
  for (const name of left) world.write(name, 'half');
  const longAgo = Date.now() / 1000 - 2 * 60 * 60;
  utimesSync(join(world.home, left[0]), longAgo, longAgo);
  world.write(`.out.csv.${process.ppid}-0123456789ab.tmp`, 'of somebody alive');
  world.write('.mine.tmp', 'mine');
  await world.run('batch resume -o out.csv');
  const kept = readdirSync(world.home).filter((name) => name.endsWith('.tmp'));
  // What was written within the hour may be of a process in another container.
  const alive = `.out.csv.${process.ppid}-0123456789ab.tmp`;
  expect(kept.sort()).toEqual(['.mine.tmp', alive, left[1]].sort());
});
