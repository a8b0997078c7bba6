/** The cache of compiled code (bin/load-program.js). */
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeFolder, loadedChunks } from '../support/code-cache.ts';
import { eachTest } from '../support/each-test.ts';
import { freshUser, LAUNCHER, Program } from '../support/run-program.ts';

const user = eachTest(async () => {
  const { home, env, [Symbol.asyncDispose]: dispose } = await freshUser();
  const folder = codeFolder(home);
  return {
    home,
    folder,
    run(args: string, more: NodeJS.ProcessEnv = {}) {
      const own = { ...env, TMPDIR: home, NODE_COMPILE_CACHE: undefined, ...more };
      const command = [LAUNCHER, ...args.split(' ')];
      return new Program(process.execPath, command, { cwd: home, env: own }).ended;
    },
    files: () => readdir(folder).catch(() => []),
    [Symbol.asyncDispose]: dispose,
  };
});

const VERIFY = 'verify ann@sandbox.test --quiet';
const VERIFIED = { exitCode: 0, stdout: 'ann@sandbox.test\tdeliverable\taccepted\t100\n' };

it('is written by the first run of a command and left by the next', async () => {
  expect(await user.run(VERIFY)).toMatchObject(VERIFIED);
  const [name = '', ...others] = await user.files();
  expect(others).toEqual([]);
  expect(name).toMatch(/^verify-[0-9a-f]{16}-v\d/);
  const { ino } = await stat(join(user.folder, name));
  expect(await user.run(VERIFY)).toMatchObject(VERIFIED);
  expect(await stat(join(user.folder, name))).toMatchObject({ ino });
});

it('has the few chunks that a command needs', async () => {
  await user.run('--version');
  expect(await user.files()).toEqual([]);
  await user.run('--help');
  expect((await loadedChunks(user.folder, 'help')).length).toBeLessThanOrEqual(4);
  await user.run(VERIFY);
  expect((await loadedChunks(user.folder, 'verify')).length).toBeLessThanOrEqual(14);
});

it('may be damaged', async () => {
  await user.run(VERIFY);
  const [name = ''] = await user.files();
  const file = join(user.folder, name);
  const whole = await readFile(file);
  const head = whole.indexOf('\n') + 1;
  for (const damaged of [
    whole.subarray(0, head / 2),
    whole.subarray(0, whole.length / 2),
    Buffer.concat([whole.subarray(0, head), Buffer.alloc(whole.length - head)]),
    Buffer.alloc(0),
  ]) {
    await writeFile(file, damaged);
    expect(await user.run(VERIFY)).toMatchObject({ ...VERIFIED, stderr: '' });
  }
});

it('needs no folder for temporary files', async () => {
  const link = join(user.home, 'broken');
  await symlink(join(user.home, 'nowhere', 'here'), link);
  expect(await user.run(VERIFY, { TMPDIR: link })).toMatchObject(VERIFIED);
  expect(await user.files()).toEqual([]);
});

it('is neither read nor written where others may write', async () => {
  await mkdir(user.folder);
  await chmod(user.folder, 0o777);
  expect(await user.run(VERIFY)).toMatchObject(VERIFIED);
  expect(await user.files()).toEqual([]);
});

it('has nothing of what is no command, and nothing where Node is to keep none', async () => {
  expect(await user.run('nonsense')).toMatchObject({ exitCode: 2 });
  expect(await user.run(VERIFY, { NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject(VERIFIED);
  expect(await user.files()).toEqual([]);
});

it('is kept where NODE_COMPILE_CACHE says', async () => {
  const elsewhere = join(user.home, 'elsewhere');
  await user.run(VERIFY, { NODE_COMPILE_CACHE: elsewhere });
  expect(await user.files()).toEqual([]);
  expect(await loadedChunks(codeFolder(elsewhere), 'verify')).toContain('main.js');
});
