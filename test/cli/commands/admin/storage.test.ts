import { beforeEach, expect, it } from 'vitest';
import { eachTest } from '../../../support/each-test.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

const home = eachTest(temporaryHome);

beforeEach(async () => {
  await run('admin team create shop');
});

const run = (line: string) => runCli(line.split(' '), { home: home.path });

it('the storage of a team is shown, and gets a limit of its own', async () => {
  const shown = await run('admin team storage shop');
  expect(shown.stdout).toBe('shop\tbatches 0 B, with the default limit; lists 0 B\n');
  const limited = await run('admin team storage shop 1.5GB');
  expect(limited.stdout).toContain('with a limit of 1.5 GB');
  const json = JSON.parse((await run('admin team storage shop --json')).stdout);
  expect(json).toMatchObject({ team: 'shop', ownLimit: 1.5e9, used: 0, lists: 0 });
  expect((await run('admin team storage shop default')).stdout).toContain('default limit');
});

it.each([
  ['shop 0', "A storage is a size such as 2GB, or default, not '0'"],
  ['shop much', "A storage is a size such as 2GB, or default, not 'much'"],
  ['nobody', 'There is no team "nobody"'],
  ['nobody 2GB', 'There is no team "nobody"'],
])('the storage of %s is refused', async (args, message) => {
  const { exitCode, stderr } = await run(`admin team storage ${args}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
