import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { link, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';

const LIST = 'email\nann@sandbox.test\nundeliverable@sandbox.test\n';
const POLICY = '{ "rules": [] }\n';

const NAMES = ['me.csv', 'deliverable.csv'];

const home = eachTest(temporaryHome);
let cwd: string;

beforeEach(async () => {
  cwd = home.path;
  await mkdir(join(cwd, 'sub'));
  for (const name of NAMES) await writeFile(join(cwd, name), LIST);
  await writeFile(join(cwd, 'rules.json'), POLICY);
  await writeFile(join(cwd, 'rows.json'), '[{"email":"ann@sandbox.test"}]\n');
  await symlink('me.csv', join(cwd, 'link.csv'));
  await symlink(cwd, join(cwd, 'sub', 'up'));
  await link(join(cwd, 'me.csv'), join(cwd, 'hard.csv'));
});

const run = (args: readonly string[], options: CliOptions = {}) =>
  runCli([...args], { home: home.path, ...options });

/** What each file has. */
function contents(): readonly string[] {
  return [...NAMES, 'rules.json', 'rows.json', 'link.csv', 'hard.csv'].map((name) =>
    readFileSync(join(cwd, name), 'utf8'),
  );
}

const FORCE = ['--force', '--yes', '--quiet'];

it.each([
  ['its own name', ['clean', 'me.csv', '-o', 'me.csv']],
  ['its own name, sent again', ['clean', 'me.csv', '--again', '-o', 'me.csv']],
  ['another spelling', ['clean', './sub/../me.csv', '-o', 'sub/up/me.csv']],
  ['a symbolic link', ['clean', 'me.csv', '-o', 'link.csv']],
  ['the file behind a link', ['clean', 'link.csv', '-o', 'me.csv']],
  ['a hard link', ['clean', 'me.csv', '-o', 'hard.csv']],
  ['a part of --split', ['clean', 'deliverable.csv', '--split', '.']],
  ['--report', ['clean', 'rows.json', '--report', 'rows.json']],
  ['--reporter', ['clean', 'me.csv', '--reporter', 'junit=me.csv']],
  ['the policy', ['clean', 'me.csv', '--policy', 'rules.json', '-o', 'rules.json']],
  ['batch submit', ['batch', 'submit', 'me.csv', '--wait', '-o', 'me.csv']],
])('a list is not replaced by its results: %s', async (_, args) => {
  const before = contents();
  const { exitCode, stderr } = await run([...args, ...FORCE]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(stderr).toContain('is read by this command: it is never replaced');
  expect(contents()).toEqual(before);
});

it.each([
  [['verify', '-o', 'me.csv', '--force']],
  [['batch', 'submit', '-', '--wait', '-o', 'me.csv', ...FORCE]],
])('nor what a shell gives as stdin: %j', async (args) => {
  const before = contents();
  const stdin = createReadStream(join(cwd, 'me.csv'));
  await once(stdin, 'open');
  const { exitCode, stderr } = await run(args, { stdin });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
  expect(contents()).toEqual(before);
});

it.each([[['batch', 'results']], [['batch', 'watch']], [['batch', 'resume']]])(
  'nor is the list of a job by %j',
  async (command) => {
    const done = await run(['clean', 'me.csv', '-o', 'out.csv', '--yes']);
    expect(done.exitCode).toBe(0);
    const jobs = await run(['jobs', 'list', '--json']);
    const [{ id }] = JSON.parse(jobs.stdout);
    const before = contents();
    const { exitCode, stderr } = await run([...command, id, '-o', 'hard.csv', '--force']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
    expect(contents()).toEqual(before);
  },
);

it('a debug log is not added to a list', async () => {
  const before = contents();
  const { exitCode, stderr } = await run(['clean', 'me.csv', '--debug-file', 'me.csv', ...FORCE]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('is not a debug log of mailvet');
  expect(contents()).toEqual(before);
  for (let times = 0; times < 2; times++)
    expect((await run(['jobs', 'list', '--debug-file', 'log.txt'])).exitCode).toBe(0);
});
