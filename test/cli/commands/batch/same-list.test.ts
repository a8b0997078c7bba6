/** A list that was verified before, given to a command that wants its results. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { batchWorld } from '../../../support/batch-world.ts';

const LIST = 'email\nada@b.de\nundeliverable@b.de\n';

/** A list that `clean` verified, with the results that it wrote. */
async function cleaned() {
  const world = await batchWorld();
  world.write('list.csv', LIST);
  expect((await world.run('clean list.csv --split parts')).exitCode).toBe(0);
  const results = world.read('list.verified.csv');
  const sent = () => world.standIn.requestsOf('createBatch').length;
  return Object.assign(world, { results, sent });
}

describe('clean of a list that was verified already', () => {
  it('says where its results are, of when they are, and how to verify it again', async () => {
    await using world = await cleaned();
    const again = await world.run('clean list.csv');
    expect(again.exitCode).toBe(0);
    expect(again.stderr).toMatch(
      /This list was verified already \(just now, job_\w+\): its results are used\. --again/,
    );
    expect(again.stderr).toContain('now in list.verified.csv');
    expect(world.read('list.verified.csv')).toBe(world.results);
    expect(world.sent()).toBe(1);
  });

  it('replaces the results by those of another reading of it', async () => {
    await using world = await batchWorld();
    world.write('list.csv', 'email\n"ada@b.de, undeliverable@b.de"\n');
    await world.run('clean list.csv');
    const { stderr, exitCode } = await world.run('clean list.csv --split-cells');
    expect(exitCode, stderr).toBe(0);
    expect(world.read('list.verified.csv')).toContain('undeliverable@b.de undeliverable');
    world.write('list.csv', 'email\nbo@b.de\n');
    const other = await world.run('clean list.csv');
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('list.verified.csv exists already');
  });

  it('asks nothing of the service', async () => {
    await using world = await cleaned();
    const before = world.standIn.requests.length;
    expect((await world.run('clean list.csv')).exitCode).toBe(0);
    expect(world.standIn.requests).toHaveLength(before);
  });

  it.for(['list.verified.csv', 'list.verified.html', 'list.import.csv', 'parts'])(
    'writes %s again where it was deleted',
    async (name) => {
      await using world = await cleaned();
      await rm(join(world.home, name), { recursive: true });
      expect((await world.run('clean list.csv --split parts')).exitCode).toBe(0);
      expect(world.read('list.verified.csv')).toBe(world.results);
      expect(world.read('list.verified.html')).toContain('<!doctype html>');
      expect(world.read('list.import.csv')).toBe('email\nada@b.de\n');
      expect(world.read('parts/undeliverable.csv')).toContain('undeliverable@b.de');
      expect(world.sent()).toBe(1);
    },
  );

  it('writes them where -o says', async () => {
    await using world = await cleaned();
    const other = await world.run('clean list.csv -o other.csv');
    expect({ code: other.exitCode, sent: world.sent() }).toEqual({ code: 0, sent: 1 });
    expect(world.read('other.csv')).toBe(world.results);
  });

  it.for(['list.verified.csv', 'list.import.csv', 'list.archive.csv'])(
    'leaves %s as it is that a person changed, and says so',
    async (name) => {
      await using world = await cleaned();
      const results = world.read(name);
      world.write(name, 'sorted by hand');
      const again = await world.run('clean list.csv');
      expect(again.exitCode).toBe(0);
      expect(again.stderr).toContain(`${name} was changed since it was written`);
      expect(world.read(name)).toBe('sorted by hand');
      expect((await world.run('clean list.csv --force')).exitCode).toBe(0);
      expect(world.read(name)).toBe(results);
    },
  );

  it('refuses a file that has the results of another list', async () => {
    await using world = await cleaned();
    world.write('other.csv', 'email\ngrace@b.de\n');
    await world.run('batch submit other.csv -o list.verified.csv --force');
    const again = await world.run('clean list.csv');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toMatch(
      /list\.verified\.csv exists already: it has the results of job_\w+ \(other\.csv\)/,
    );
    expect(world.read('list.verified.csv')).toContain('grace@b.de');
  });

  it('a retry behind a later run over the same files says which job they are of', async () => {
    await using world = await cleaned();
    const jobs = async () => JSON.parse((await world.run('jobs list --json')).stdout);
    const [first] = await jobs();
    await world.run('clean list.csv --again --force', { random: () => 0.25 });
    const ids = (await jobs()).map(({ id }: { id: string }) => id);
    const second = ids.find((id: string) => id !== first.id);
    world.write('list.verified.csv', 'of the second');
    const retried = await world.run(`batch retry ${first.id}`);
    expect(retried.exitCode).toBe(2);
    expect(retried.stderr).toContain(`exists already: it has the results of ${second} (list.csv)`);
  });

  it('refuses a file that is not its own', async () => {
    await using world = await cleaned();
    world.write('mine.csv', 'mine');
    expect((await world.run('clean list.csv -o mine.csv')).exitCode).toBe(2);
    expect(world.read('mine.csv')).toBe('mine');
  });

  it('ends with 1 where the results fall short', async () => {
    await using world = await cleaned();
    const again = await world.run('clean list.csv --fail-on undeliverable');
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toContain('Check failed: 1 undeliverable address');
  });

  it('verifies it with --again, and replaces its own files', async () => {
    await using world = await cleaned();
    expect((await world.run('clean list.csv --again')).exitCode).toBe(0);
    expect(world.sent()).toBe(2);
    world.write('list.verified.csv', 'sorted by hand');
    const third = await world.run('clean list.csv --again');
    expect({ code: third.exitCode, sent: world.sent() }).toEqual({ code: 2, sent: 2 });
    expect(world.read('list.verified.csv')).toBe('sorted by hand');
  });
});

describe('batch submit of a list that was verified already', () => {
  it.for(['-o out.csv', '--wait', '--wait --json -o out.json'])(
    'gives the same with %s, and sends nothing',
    async (flags) => {
      await using world = await batchWorld();
      world.write('list.csv', LIST);
      const first = await world.run(`batch submit list.csv ${flags}`);
      const again = await world.run(`batch submit list.csv ${flags}`);
      expect(again).toMatchObject({ exitCode: 0, stdout: first.stdout });
      expect(world.standIn.requestsOf('createBatch')).toHaveLength(1);
    },
  );

  it('refuses it where no results are wanted, or where they are not there yet', async () => {
    await using world = await batchWorld();
    world.write('list.csv', LIST);
    await world.run('batch submit list.csv');
    for (const line of ['batch submit list.csv', 'batch submit list.csv -o out.csv']) {
      const again = await world.run(line);
      expect(again.exitCode).toBe(2);
      expect(again.stderr).toMatch(/batch resume job_\w+.*batch watch job_\w+.*--again/);
    }
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(1);
  });
});
