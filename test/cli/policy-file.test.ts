/** Which files a policy may name, and may be. */
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreach } from '../../src/cli/io/file-place.ts';
import { loadPolicy } from '../../src/cli/policy-file.ts';
import { fillProject, writePolicy } from '../support/policy-files.ts';
import { type TemporaryHome, temporaryHome } from '../support/run-cli.ts';

let home: TemporaryHome;
let cases: ReturnType<typeof fillProject>;

beforeAll(async () => {
  home = await temporaryHome();
  cases = fillProject(home.path);
});
afterAll(() => home[Symbol.asyncDispose]());

const load = (named?: string, folder = 'project') =>
  loadPolicy(
    { cwd: join(home.path, folder), home: home.path, env: {}, platform: 'linux' },
    { named },
  );

describe('a file that a policy names', () => {
  it('is read below the folder of the policy, also by a link that stays there', async () => {
    writeFileSync(join(home.path, 'project/sub/ours.txt'), 'partner.example\n');
    symlinkSync('sub/ours.txt', join(home.path, 'project/ours.txt'));
    for (const name of ['sub/ours.txt', 'ours.txt', join(home.path, 'project/sub/ours.txt')]) {
      writePolicy(home.path, name);
      expect([...((await load())?.policy.lists.allow ?? [])]).toEqual(['partner.example']);
    }
  });

  it('is refused elsewhere and where it is no plain file, and nothing of it is quoted', async () => {
    for (const [name, said] of cases) {
      writePolicy(home.path, name);
      const error: Error = await load().then(
        () => Promise.reject(new Error(`${name} was read`)),
        (reason) => reason,
      );
      expect(error).toMatchObject({ code: 'config' });
      expect(error.message).toContain(name);
      expect(error.message).toContain(said);
      expect(error.message).not.toMatch(/hunter2|SECRET|PATH=/);
    }
  });

  it('counts with all others towards the bound', async () => {
    for (const name of ['one.txt', 'two.txt'])
      writeFileSync(join(home.path, 'project', name), `#${' '.repeat(9 * 1024 * 1024)}`);
    const lists = { allow: [{ file: 'one.txt' }, { file: 'one.txt' }, { file: 'two.txt' }] };
    writeFileSync(join(home.path, 'project/mailvet.json'), JSON.stringify({ lists }));
    await expect(load()).rejects.toThrow("two.txt can't be read: a policy, and all files");
  });
});

it.each([
  ['/a/b/list.txt', ['/a/b'], undefined],
  ['/a/b/c/list.txt', ['/x', '/a/b'], undefined],
  ['/a/bc/list.txt', ['/a/b'], 'outside'],
  ['/a/b', ['/a/b'], 'outside'],
  ['/a/list.txt', ['/a/b'], 'outside'],
  ['/a/b/..list', ['/a/b'], 'hidden'],
  ['/a/b/.c/list.txt', ['/a/b'], 'hidden'],
  ['/a/.b/list.txt', ['/a/.b'], undefined],
  ['/proc/self/environ', ['/'], 'system'],
  ['/sys/kernel/notes', ['/'], 'system'],
  ['/process/list.txt', ['/'], undefined],
  ['/a/list.txt', [], 'outside'],
] as const)('%s below %j: %s', (path, folders, breach) => {
  expect(findBreach([path, path], folders)).toBe(breach);
});

describe('a policy that is found', () => {
  const path = () => join(home.path, 'project/mailvet.json');
  const other = (make: () => void) => {
    rmSync(path(), { force: true });
    make();
  };

  it('is a file of its folder: no link that leads out, no pipe', async () => {
    other(() => symlinkSync(join(home.path, 'outside/a.txt'), path()));
    await expect(load()).rejects.toThrow('it lies outside of the folder');
    other(() => symlinkSync('/dev/zero', path()));
    await expect(load()).rejects.toThrow('it lies outside of the folder');
    other(() => execFileSync('mkfifo', [path()]));
    await expect(load()).rejects.toThrow('it is a device, a pipe or a socket');
    other(() => {});
  });

  it('may lie elsewhere where it is named, and its files lie beside it', async () => {
    writeFileSync(join(home.path, 'outside/ours.txt'), 'partner.example\n');
    writePolicy(home.path, 'ours.txt', 'outside/policy.json');
    const loaded = await load('../outside/policy.json');
    expect([...(loaded?.policy.lists.allow ?? [])]).toEqual(['partner.example']);
    await expect(load('/dev/zero')).rejects.toThrow('have at most 16 MB');
  });
});
