import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DnsServer, denial, type Replying } from '../support/dns-server.ts';
import { eachTest } from '../support/each-test.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const names: Replying = (name, type) =>
  name === 'shop.example' && type === 'MX'
    ? [{ type, name, ttl: 60, data: { preference: 10, exchange: 'mx.shop.example' } }]
    : denial(name.endsWith('shop.example') ? 0 : 3);

const LIST =
  'name,email\nAnn,ann@shop.example\nBob,bob@mailinator.com\nCem,cem@gone.example\nDan,dan(at)\n';

const home = eachTest(temporaryHome);

/** With a service set up that nobody may ask, and name servers of our own. */
async function run(...args: readonly string[]) {
  using dns = await DnsServer.listen(names, { tcp: true });
  const env = { MAILVET_BASE_URL: 'https://api.example.com', MAILVET_API_KEY: 'key' };
  const line = [...args, '--dns', dns.address, '--quiet'];
  return await runCli(line, { home: home.path, env });
}

function written(): string[][] {
  const text = readFileSync(join(home.path, 'list.verified.csv'), 'utf8').replace(/^\uFEFF/, '');
  return text.split('\n').map((line) => line.split(','));
}

describe('--no-smtp', () => {
  it('verifies by lists and DNS on this machine, whatever service is set up', async () => {
    const addresses = ['ann@shop.example', 'bob@mailinator.com', 'cem@gone.example', 'dan'];
    const { stdout } = await run(
      'verify',
      '--no-smtp',
      '--json=email,verdict,reason,action',
      ...addresses,
    );
    expect(JSON.parse(stdout)).toEqual([
      { email: 'ann@shop.example', verdict: 'unknown', reason: 'not_probed', action: 'hold' },
      { email: 'bob@mailinator.com', verdict: 'risky', reason: 'disposable', action: 'hold' },
      { email: 'cem@gone.example', verdict: 'undeliverable', reason: 'no_mx', action: 'drop' },
      { email: 'dan', verdict: 'undeliverable', reason: 'syntax', action: 'drop' },
    ]);
  });

  it.each([[['--no-smtp']], [['--exclude', 'disposable']]])(
    'cleans a list with %j',
    async (flags) => {
      writeFileSync(join(home.path, 'list.csv'), LIST);
      const { exitCode } = await run('clean', 'list.csv', '--columns', 'verdict,reason', ...flags);
      expect(exitCode).toBe(0);
      const rows = written().map((cells) => cells.slice(-2).join(' '));
      expect(rows).toContain('unknown not_probed');
      expect(rows).toContain('undeliverable no_mx');
      expect(rows.includes('risky disposable')).toBe(flags.includes('--no-smtp'));
    },
  );

  it('leaves the list to be verified with mail servers later', async () => {
    writeFileSync(join(home.path, 'list.csv'), 'email\nfull@sandbox.test\n');
    const clean = (...flags: readonly string[]) =>
      runCli(['clean', 'list.csv', '--columns', 'verdict,reason', ...flags], { home: home.path });
    await clean('--no-smtp');
    expect(written()[1]).toEqual(['full@sandbox.test', 'unknown', 'not_probed']);
    await clean();
    expect(written()[1]).toEqual(['full@sandbox.test', 'undeliverable', 'mailbox']);
  });

  it('is planned at no cost', async () => {
    writeFileSync(join(home.path, 'list.csv'), LIST);
    const { stdout } = await run('plan', 'list.csv', '--no-smtp', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ cost: 0, undecidable: 2, causes: {} });
  });
});
