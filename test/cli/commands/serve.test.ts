import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveWith } from '../../../src/cli/commands/serve/run.ts';
import { type LogEvent, lineOf, serviceLog } from '../../../src/cli/commands/serve/service-log.ts';
import { parseServeOptions } from '../../../src/cli/commands/serve/settings.ts';
import type { Context } from '../../../src/cli/context.ts';
import type { Invocation } from '../../../src/cli/invocation.ts';
import { createLiveLine, toOutput } from '../../../src/cli/io/terminal.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PLACE = { env: {}, home: '/home/a', platform: 'linux', cwd: '/work' } as const;

async function optionsOf(file: object, flags: object = {}, env: Record<string, string> = {}) {
  await using home = await temporaryHome();
  const config = join(home.path, 'service.json');
  await writeFile(config, JSON.stringify(file));
  return await parseServeOptions({
    args: [],
    flags: { config, ...flags },
    context: { ...PLACE, env },
  });
}

describe('settings of serve', () => {
  it('default to loopback, 8025 and the database of the embedded service', async () => {
    expect(await parseServeOptions({ args: [], flags: {}, context: PLACE })).toEqual({
      service: {
        host: '127.0.0.1',
        port: 8025,
        database: '/home/a/.local/share/mailvet/mailvet.db',
        lists: '/home/a/.local/share/mailvet/mailvet.db.lists',
        verifier: {},
      },
      log: { level: 'info', format: 'json', addresses: false },
    });
  });

  it('log text on a terminal, unless another format is asked for', async () => {
    const context = { ...PLACE, stderr: { isTTY: true } };
    const formatOf = async (flags: object) =>
      (await parseServeOptions({ args: [], flags: { ...flags }, context })).log.format;
    expect(await formatOf({})).toBe('text');
    expect(await formatOf({ logFormat: 'json' })).toBe('json');
  });

  it('come from flags, else the environment, else the file', async () => {
    const file = { port: 1, workers: 2, 'rate-limit': 3, 'log-level': 'debug' };
    const env = { MAILVET_WORKERS: '0', MAILVET_RATE_LIMIT: '30', MAILVET_PORT: '' };
    const { service, log } = await optionsOf(file, { rateLimit: '300' }, env);
    expect(service).toMatchObject({ port: 1, workers: 0, rateLimit: 300 });
    expect(log.level).toBe('debug');
  });

  it('may be written in the file as JSON has them', async () => {
    const file = {
      'log-addresses': true,
      dns: ['127.0.0.1:53', '9.9.9.9'],
      'greylist-retries': '1m,5m',
      'keep-history': 30,
      'list-storage': '1.5GB',
      'team-storage': '300MB',
    };
    expect(await optionsOf(file)).toMatchObject({
      service: {
        keepHistory: 30,
        listStorage: 1_500_000_000,
        teamStorage: 300_000_000,
        verifier: { dns: ['127.0.0.1:53', '9.9.9.9'], greylistRetries: [60_000, 300_000] },
      },
      log: { addresses: true },
    });
  });
});

describe('the check of name servers', () => {
  it.each([
    ['flag', { dnsCheck: 'off' }, {}, {}],
    ['environment', {}, { MAILVET_DNS_CHECK: 'off' }, {}],
    ['file', {}, {}, { 'dns-check': 'off' }],
  ])('is turned off by %s', async (_, flags, env, file) => {
    expect((await optionsOf(file, flags, env)).service.verifier).toEqual({ dnsCheck: false });
  });

  it('takes no other word than on and off', async () => {
    const line = { args: [], flags: { dnsCheck: 'no' }, context: PLACE };
    await expect(parseServeOptions(line)).rejects.toThrow('--dns-check needs on or off');
  });
});

describe('a setting of serve that can not be', () => {
  it.each([
    [{ prot: 1 }, 'Unknown setting "prot"'],
    [{ port: 70_000 }, '"port" in FILE needs a whole number 0 to 65535, not \'70000\''],
    [{ port: 1.5 }, '"port" in FILE needs a whole number'],
    [{ 'list-storage': 'much' }, '"list-storage" in FILE needs a size such as 500MB or 5GB'],
    [{ metrics: 'all' }, '"metrics" in FILE needs off, local or public, not \'all\''],
    [{ host: { name: 'x' } }, '"host" in FILE is {"name":"x"}'],
    [{ 'greylist-retries': '5' }, "needs durations such as 1m,5m,15m, not '5'"],
    [[], 'is not a JSON object'],
    ['{', 'is not JSON'],
  ])('in the file is a 3 that names it: %j', async (file, message) => {
    await using home = await temporaryHome();
    const path = join(home.path, 'service.json');
    await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
    const { stderr, exitCode } = await runCli(['serve', '--config', path]);
    expect(stderr.split('\n')[0]).toContain(message.replace('FILE', path));
    expect(exitCode).toBe(3);
  });

  it('in the environment is a 3 that names the variable', async () => {
    const env = { MAILVET_KEEP_HISTORY: 'ever' };
    const { stderr, exitCode } = await runCli(['serve'], { env });
    expect(stderr).toContain("MAILVET_KEEP_HISTORY needs a whole number 1 to 36500, not 'ever'");
    expect(exitCode).toBe(3);
  });

  it('as a flag is a wrong command line', async () => {
    const { stderr, exitCode } = await runCli(['serve', '--log-format', 'xml']);
    expect(stderr).toContain("--log-format needs json or text, not 'xml'");
    expect(exitCode).toBe(2);
  });

  it('is a file that is not there', async () => {
    const { stderr, exitCode } = await runCli(['serve', '--config', 'none.json']);
    expect(stderr).toContain("none.json can't be read: there is no such file or directory");
    expect(exitCode).toBe(3);
  });
});

const NOW = Date.UTC(2026, 10, 21, 12);
const JSON_LINES = { level: 'info', format: 'json', addresses: false } as const;
const KEY = `mv_${'k'.repeat(40)}`;

describe('a line of the log', () => {
  it('says what to do in the words of a terminal', () => {
    const hint = ['Run ', { code: 'admin', command: 'check' }] as const;
    const entry = { level: 'error', event: 'database_error', hint } as const;
    expect(JSON.parse(lineOf(entry, NOW, JSON_LINES))).toMatchObject({
      hint: 'Run mailvet admin check',
    });
  });

  it('is one JSON object with time, level and event first', () => {
    const entry = { level: 'info', event: 'request', route: '/x', teamId: undefined } as const;
    expect(lineOf(entry, NOW, JSON_LINES)).toBe(
      '{"time":"2026-11-21T12:00:00.000Z","level":"info","event":"request","route":"/x"}\n',
    );
  });

  it('is words as text, in quotes where that is needed', () => {
    const entry = { level: 'warn', event: 'odd', a: 1, b: 'two words', c: 'x\n\x1b[31my' } as const;
    expect(lineOf(entry, NOW, { ...JSON_LINES, format: 'text' })).toBe(
      '2026-11-21T12:00:00.000Z warn  odd a=1 b="two words" c="x y"\n',
    );
  });

  it('masks addresses, in errors too, unless --log-addresses is given', () => {
    const error = new Error('no row for ada@example.com');
    const entry = { level: 'error', event: 'x', email: 'ada@example.com', error } as const;
    const masked = lineOf(entry, NOW, JSON_LINES);
    expect(masked).not.toContain('ada@');
    expect(masked).toContain('a***@example.com');
    expect(lineOf(entry, NOW, { ...JSON_LINES, addresses: true })).toContain('ada@example.com');
  });

  it('never holds a key', () => {
    const entry = { level: 'error', event: 'x', error: new Error(`bad key ${KEY}`) } as const;
    expect(lineOf(entry, NOW, { ...JSON_LINES, addresses: true })).not.toContain(KEY);
  });
});

describe('the log', () => {
  it('leaves out what is below its level, and is empty after a flush', async () => {
    const { chunks, stream } = collector();
    const log = serviceLog({ stderr: toOutput(stream), clock: manualClock() }, JSON_LINES);
    log.write({ level: 'debug', event: 'quiet' });
    log.write({ level: 'error', event: 'loud' });
    await log.flush();
    expect(chunks.join('')).toContain('"loud"');
    expect(chunks.join('')).not.toContain('"quiet"');
  });

  it('leaves lines out, and says so, rather than keep them for ever', async () => {
    const { chunks, stream } = collector();
    const log = serviceLog({ stderr: toOutput(stream), clock: manualClock() }, JSON_LINES);
    for (let n = 0; n < 10_005; n++) log.write({ level: 'info', event: 'many' });
    await log.flush();
    const lines = chunks.join('').trimEnd().split('\n');
    expect(lines).toHaveLength(10_001);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'log_lines_left_out', count: 5 });
  });
});

function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { chunks, stream };
}

/** A pipe whose reader has stopped reading. */
function stalled(): Writable {
  return new Writable({ write: () => {} });
}

function taking(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

interface Stop {
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  readonly close?: () => Promise<void>;
}

/** Starts a service, tells it to stop, and says how long that took. */
async function stopAfter({ stdout = taking(), stderr = taking(), close }: Stop): Promise<number> {
  const folder = temporaryFolder();
  const clock: ManualClock = manualClock();
  const stop = new AbortController();
  const context: Context = {
    env: { MAILVET_DATABASE: folder.path('service.db') },
    cwd: folder.path('.'),
    home: folder.path('.'),
    platform: process.platform,
    stdin: undefined as never,
    stdout: toOutput(stdout),
    stderr: toOutput(stderr),
    live: createLiveLine(toOutput(stderr), {}),
    clock,
    random: () => 0.5,
    signal: stop.signal,
  };
  const invocation = { context, globals: {} } as unknown as Invocation;
  const serve = serveWith(async (_settings, { log }) => {
    const entry: LogEvent = { level: 'info', event: 'many' };
    for (let n = 0; n < 20_000; n++) log(entry);
    queueMicrotask(() => stop.abort());
    return { url: 'http://127.0.0.1:1', close: close ?? (async () => {}) };
  });
  const began = clock.monotonic();
  let done = false;
  const served = serve(invocation, { args: [], flags: {}, context }).finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
  await served;
  folder.dispose();
  return clock.monotonic() - began;
}

it('a service stops although nobody reads its log', async () => {
  expect(await stopAfter({ stderr: stalled() })).toBeLessThan(30_000);
});

it('a service stops although nobody reads its stdout', async () => {
  expect(await stopAfter({ stdout: stalled() })).toBeLessThan(30_000);
});

it('a service stops within 30 s although a part of it does not', async () => {
  const close = () => new Promise<void>(() => {});
  expect(await stopAfter({ close, stderr: stalled() })).toBeLessThan(30_000);
});
