import { expect, it } from 'vitest';
import { browserCommand } from '../../../../src/cli/commands/open/run.ts';
import { batchWorld } from '../../../support/batch-world.ts';
import { runCli } from '../../../support/run-cli.ts';

const env = { MAILVET_BASE_URL: 'https://mail.example/vet', MAILVET_API_KEY: 'mv_key' };
const terminal = ['stdin', 'stdout', 'stderr'] as const;

it.each([
  [[], 'https://mail.example/vet/'],
  [['list_1'], 'https://mail.example/vet/lists/list_1'],
  [['batch_1'], 'https://mail.example/vet/batches/batch_1'],
  [['a/../b?c'], 'https://mail.example/vet/batches/a%2F..%2Fb%3Fc'],
])('prints the address of %j where there is no terminal', async (args, url) => {
  const { stdout, exitCode } = await runCli(['open', ...args], { env });
  expect({ stdout, exitCode }).toEqual({ stdout: `${url}\n`, exitCode: 0 });
  const json = await runCli(['open', ...args, '--json'], { env });
  expect(JSON.parse(json.stdout)).toEqual({ url });
});

it('opens the browser on a terminal, and prints the address where that fails', async () => {
  const launched: (readonly string[])[] = [];
  const launch = (works: boolean) => async (command: string, args: readonly string[]) => {
    launched.push([command, ...args]);
    return works;
  };
  const on = { env: { ...env, DISPLAY: ':0' }, terminal };
  const opened = await runCli(['open'], { ...on, launch: launch(true) });
  expect(opened.stdout).toBe('');
  expect(opened.stderr).toContain('Opened https://mail.example/vet/');
  expect(launched).toEqual([['xdg-open', 'https://mail.example/vet/']]);
  const failed = await runCli(['open'], { ...on, launch: launch(false) });
  expect(failed.stdout).toBe('https://mail.example/vet/\n');
});

it.each([
  ['--print', ['open', '--print'], { DISPLAY: ':0' }],
  ['no browser', ['open'], {}],
  ['CI', ['open'], { DISPLAY: ':0', CI: 'true' }],
])('prints the address with %s', async (_, args, more) => {
  const launch = async () => expect.fail('nothing may be opened');
  const { stdout } = await runCli(args, { env: { ...env, ...more }, terminal, launch });
  expect(stdout).toBe('https://mail.example/vet/\n');
});

it('leads to the batch of a job, and to all of them where it has several', async () => {
  await using w = await batchWorld();
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `n${at}@b.example\n`);
  w.write('one.csv', `email\n${rows(3).join('')}`);
  w.write('two.csv', `email\n${rows(1500).join('')}`);
  await w.run('batch submit one.csv');
  await w.run('batch submit two.csv', { random: () => 0.25 });
  const jobs: { id: string; list: string }[] = JSON.parse((await w.run('jobs list --json')).stdout);
  const page = async (list: string) =>
    (await w.run(`open ${jobs.find((job) => job.list === list)?.id}`)).stdout;
  expect(await page('one.csv')).toBe(`${w.standIn.url}/batches/batch_1\n`);
  expect(await page('two.csv')).toBe(`${w.standIn.url}/batches\n`);
});

it('says how to get a dashboard where the service is the embedded one', async () => {
  const { stderr, exitCode } = await runCli(['open', 'list_1']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('mailvet serve');
  expect(stderr).toContain('http://127.0.0.1:8025/lists/list_1');
});

it.each([
  ['linux', {}, undefined],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { BROWSER: 'firefox:lynx' }, 'firefox'],
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
] as const)('on %s with %j the browser is %s', (platform, given, command) => {
  expect(browserCommand({ platform, env: given })?.command).toBe(command);
});
