import { expect, it } from 'vitest';
import { runCli, temporaryHome } from '../../../support/run-cli.ts';

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
