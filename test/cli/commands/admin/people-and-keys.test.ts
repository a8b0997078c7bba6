import { expect, it } from 'vitest';
import { parseCreateKey } from '../../../../src/cli/commands/admin/actions.ts';
import { MailvetError } from '../../../../src/lib/errors.ts';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

it('a link begins where the service said last that people reach it', async () => {
  await using home = await temporaryHome();
  const run = (line: string) => runCli(line.split(' '), { home: home.path });
  const serve = async (env: Record<string, string>) => {
    const stop = new AbortController();
    let url = '';
    const onStdout = (text: string) => {
      url = /listening on (\S+)/.exec(text)?.[1] ?? '';
      if (url) stop.abort(new MailvetError('interrupted', 'ended'));
    };
    await runCli(['serve', '--port', '0'], { home: home.path, env, signal: stop.signal, onStdout });
    return url;
  };
  const url = await serve({});
  const near = await run('admin invite ann@example.com --team default');
  expect(near.stdout.startsWith(`${url}/invitation?token=`)).toBe(true);
  expect(near.stderr).toContain(`begins with ${url}, which works on this machine at most`);
  await serve({ MAILVET_PUBLIC_URL: 'https://verify.example.com' });
  const known = await run('admin invite bob@example.com --team default');
  expect(known.stdout).toMatch(/^https:\/\/verify\.example\.com\/invitation\?token=/);
  expect(known.stderr).not.toContain('public URL');
});

it('a link without a public URL comes with the words that it may lead nowhere', async () => {
  await using home = await temporaryHome();
  const run = (line: string, env: Record<string, string> = {}) =>
    runCli(line.split(' '), { home: home.path, env });
  await run('admin team create shop');
  const bare = await run('admin invite ann@example.com --team shop');
  expect(bare.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8025\/invitation\?token=[\w-]{43}\n$/);
  expect(bare.stderr).toContain('No public URL is set');
  const env = { MAILVET_PUBLIC_URL: 'https://verify.example.com/' };
  for (const line of [
    'admin invite bob@example.com --team shop --public-url https://verify.example.com',
    'admin invite cy@example.com --team shop',
  ]) {
    const { stdout, stderr } = await run(line, line.includes('--public-url') ? {} : env);
    expect(stdout).toMatch(/^https:\/\/verify\.example\.com\/invitation\?token=/);
    expect(stderr).not.toContain('public URL');
  }
});

it.each([
  [
    'https://127.0.0.1/',
    '127.0.0.1 is not on the public internet: use a public address, or let the operator open its network (--allow-network)',
  ],
  ['http://8.8.8.8/', 'http is sent to networks that --allow-network opens only: use https'],
])('a webhook at %s is refused, with the flag that allows it', async (url, message) => {
  await using home = await temporaryHome();
  const run = (line: string) => runCli(line.split(' '), { home: home.path });
  await run('admin team create shop');
  const { exitCode, stderr } = await run(`admin webhook create --team shop --url ${url}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`mailvet: ${message}\n`)]);
});

const NOW = Date.UTC(2026, 10, 22, 12);

function parse(flags: Record<string, string>) {
  const context = { env: {}, cwd: '/work', home: '/home/ada', platform: 'linux' } as const;
  const { expiresAt, ...key } = parseCreateKey({
    args: [],
    flags: { team: 'shop', ...flags },
    context,
  });
  return { ...key, expiresAt: expiresAt(NOW) };
}

it('a key has all scopes and no expiry where none is given', () => {
  const scopes = ['verify', 'read', 'manage', 'learn'];
  expect(parse({})).toEqual({ team: 'shop', label: '', scopes, expiresAt: null });
});

it('a key is valid through the day that is named, or for a duration', () => {
  expect(parse({ expires: '2027-01-31' }).expiresAt).toBe(Date.UTC(2027, 1, 1));
  expect(parse({ expires: '90d' }).expiresAt).toBe(NOW + 90 * 24 * 60 * 60_000);
});

it('scopes are separated by commas', () => {
  expect(parse({ scopes: 'verify, read' }).scopes).toEqual(['verify', 'read']);
});

it.each([
  [{ scopes: 'raed' }, "Unknown scope 'raed' for --scopes"],
  [{ expires: '31.1.2027' }, "--expires needs a day or a duration, not '31.1.2027'"],
  [{ expires: '2027-02-30' }, "--expires needs a day or a duration, not '2027-02-30'"],
])('%j is refused', (flags, message) => {
  expect(() => parse(flags)).toThrow(message);
});
