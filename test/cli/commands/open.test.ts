import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { browserCommand } from '../../../src/cli/commands/open.ts';
import { jobFinder } from '../../../src/cli/commands/serve/run.ts';
import type { Context } from '../../../src/cli/context.ts';
import { MailvetError } from '../../../src/lib/errors.ts';
import { batchWorld } from '../../support/batch-world.ts';
import { type CliOptions, type CliResult, runCli, temporaryHome } from '../../support/run-cli.ts';

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

describe('with the embedded service', () => {
  async function readPage(url: string): Promise<number> {
    const page = await fetch(url);
    await page.text();
    return page.status;
  }

  /** `open` with a service on a free port, which is asked for the page and then ended. */
  async function openHere(home: string, args: readonly string[], more: CliOptions = {}) {
    const stop = new AbortController();
    const pages: Promise<number>[] = [];
    const end = (text: string) => {
      const [url] = /http:\/\/127\S+/.exec(text) ?? [];
      if (url === undefined || pages.length > 0) return;
      pages.push(readPage(url).finally(() => stop.abort(new MailvetError('interrupted', 'ended'))));
    };
    const done = await runCli(['open', ...args], {
      env: { MAILVET_PORT: '0', ...more.env },
      home,
      signal: stop.signal,
      onStdout: end,
      onStderr: end,
      ...(more.launch && { launch: more.launch, terminal }),
    });
    return { ...done, status: await pages[0] };
  }

  /** Runs a command beside a service that says that it is ready. */
  async function besideRunning(run: (env: Record<string, string>) => Promise<CliResult>) {
    const running = createServer((_, answer) => void answer.end('ready'));
    await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
    const { port } = running.address() as AddressInfo;
    const result = await run({ MAILVET_PORT: String(port) });
    running.close();
    return { ...result, port };
  }

  it('serves its dashboard until it is ended: first the set-up, then the page that is named', async () => {
    await using home = await temporaryHome();
    const { stdout, stderr, exitCode, status } = await openHere(home.path, []);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?token=[\w-]{43}\n$/);
    expect({ stderr, exitCode, status }).toEqual({ stderr: '', exitCode: 0, status: 200 });
  });

  it('leads to the page of a list that was verified here, which finds its results by the job', async () => {
    await using home = await temporaryHome();
    await writeFile(join(home.path, 'spring.csv'), 'email\nann@sandbox.test\n');
    const here = { home: home.path };
    expect((await runCli(['clean', 'spring.csv'], here)).exitCode).toBe(0);
    const [job] = JSON.parse((await runCli(['jobs', 'list', '--json'], here)).stdout);
    const database = join(home.path, '.local/share/mailvet/mailvet.db');
    using file = new DatabaseSync(database);
    const sent = file.prepare('select job_id, job_name, job_size from batches').all();
    expect(sent).toMatchObject([{ job_id: job.id, job_name: 'spring.csv', job_size: 1 }]);
    const context = { env: {}, home: home.path, platform: 'linux', cwd: home.path } as Context;
    const find = jobFinder({ context }, database);
    expect(find(job.id)?.written[0]).toBe(join(home.path, 'spring.verified.csv'));
    expect(find('job_nobodys')).toBeUndefined();
    expect(jobFinder({ context }, join(home.path, 'other.db'))(job.id)).toBeUndefined();
    const { stdout, port } = await besideRunning((env) =>
      runCli(['open', job.id], { env, home: home.path }),
    );
    expect(stdout).toBe(`http://127.0.0.1:${port}/jobs/${job.id}\n`);
  });

  it('opens the browser, and says how to end it and the key of the first start', async () => {
    await using home = await temporaryHome();
    const launched: (readonly string[])[] = [];
    const launch = async (command: string, args: readonly string[]) => {
      launched.push([command, ...args]);
      return true;
    };
    const done = await openHere(home.path, [], { env: { DISPLAY: ':0' }, launch });
    expect(done).toMatchObject({ exitCode: 0, status: 200 });
    expect(done.stderr).toContain('Ctrl-C ends the service');
    expect(done.stdout).toMatch(/^API key of team default, shown this once: mv_[\w-]+\n$/);
    expect(launched).toEqual([['xdg-open', expect.stringContaining('/setup?token=')]]);
  });

  it('leads to the service that runs already', async () => {
    const { stdout, exitCode, port } = await besideRunning((env) =>
      runCli(['open', 'list_1'], { env }),
    );
    expect(stdout).toBe(`http://127.0.0.1:${port}/lists/list_1\n`);
    expect(exitCode).toBe(0);
  });
});

it.each([
  ['linux', {}, undefined],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { BROWSER: 'firefox:lynx' }, 'firefox'],
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
] as const)('on %s with %j the browser is %s', (platform, given, command) => {
  expect(browserCommand({ platform, env: given, cwd: '/', home: '/' })?.command).toBe(command);
});
