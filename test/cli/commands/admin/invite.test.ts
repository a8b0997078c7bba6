import { expect, it } from 'vitest';
import { MailvetError } from '../../../../src/errors.ts';
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
