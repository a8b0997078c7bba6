import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseServeOptions } from '../../../../src/cli/commands/serve/options.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

const PLACE = { env: {}, home: '/home/a', platform: 'linux', cwd: '/work' } as const;

async function optionsOf(file: object, flags: object = {}, env: Record<string, string> = {}) {
  await using home = await temporaryHome();
  const config = join(home.path, 'service.json');
  await writeFile(config, JSON.stringify(file));
  return parseServeOptions({ args: [], flags: { config, ...flags }, context: { ...PLACE, env } });
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
