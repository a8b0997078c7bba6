import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DnsServer, denial, type Replying } from '../../../support/dns-server.ts';
import { type CliOptions, runCli, temporaryHome } from '../../../support/run-cli.ts';

const MX: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail-smtp-in.l.google.com',
  'shop.example': 'aspmx.l.google.com',
  'yahoo.com': 'mta5.am0.yahoodns.net',
  'quiet.example': 'mx.quiet.example',
  'company.example': 'mx.company.example',
};

const NXDOMAIN = 3;

const names: Replying = (name, type) => {
  const exchange = MX[name];
  if (type === 'MX' && exchange)
    return [{ type, name, ttl: 60, data: { preference: 10, exchange } }];
  if (type === 'TXT' && name === '_smtp-probe.quiet.example')
    return [{ type, name, ttl: 60, data: 'v=1; probe=no' }];
  return denial(exchange ? 0 : NXDOMAIN);
};

const LIST = `email
ann@gmail.com
ANN@gmail.com
ann@gmail.com
bob@shop.example
ann@yahoo.com
bob@yahoo.com
ann@quiet.example
ann@company.example
ann@nowhere.example
ada@sandbox.test
`;

async function plan(args: readonly string[], options: CliOptions = {}) {
  using server = await DnsServer.listen(names, { tcp: true });
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const line = ['plan', 'list.csv', '--dns', server.address, ...args];
  const result = await runCli(line, { home: home.path, ...options });
  return { ...result, questions: server.questions, files: readdirSync(home.path) };
}

describe('mailvet plan', () => {
  it('says in JSON what a list takes', async () => {
    const { stdout, exitCode } = await plan(['--json']);
    const found = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(found).toMatchObject({
      list: 'list.csv',
      rows: 10,
      cached: 0,
      sandbox: 1,
      withoutHost: 1,
      undecided: { addresses: 3, causes: { accepts_all_until_data: 2, opted_out: 1 } },
    });
    expect(found.cost).toBe(found.addresses - 1);
    expect(found.providers.map((one: { id: string }) => one.id).sort()).toEqual([
      'company.example',
      'google',
      'yahoo',
    ]);
    expect(found.egresses).toMatchObject([{ egress: 'default', sessions: found.sessions }]);
    expect(found.seconds.from).toBeLessThanOrEqual(found.seconds.expected);
    expect(found.seconds.to).toBeGreaterThan(found.seconds.expected);
  });

  it('asks name servers where mail goes, but for no address of a mail host', async () => {
    const { questions, files } = await plan(['--json']);
    expect(questions.some((question) => question.endsWith(' MX gmail.com'))).toBe(true);
    const hosts = Object.values(MX);
    expect(questions.filter((one) => hosts.some((host) => one.endsWith(` A ${host}`)))).toEqual([]);
    expect(files).toEqual(['list.csv']);
  });

  it('shows people a table, and what is not known', async () => {
    const { stdout } = await plan([], { terminal: ['stdout'], columns: 100 });
    expect(stdout).toMatch(/^time +\d/m);
    expect(stdout).toMatch(/^Google +\d+ +\d+ /m);
    expect(stdout).toContain('Can not be decided: 37.5 % of 8 addresses');
    expect(stdout).toContain('2  accepted until the message comes (as at Yahoo)');
    expect(stdout).toContain('1  the domain asks not to be probed');
    expect(stdout).toContain('whether port 25 is open');
  });

  it('says of a service elsewhere what it can not know', async () => {
    const remote = ['--json', '--api-key', 'mv_key', '--base-url', 'http://127.0.0.1:9'];
    const { stdout, exitCode } = await plan(remote);
    expect(exitCode).toBe(0);
    const { cached, suppressed, unknown } = JSON.parse(stdout);
    expect([cached, suppressed]).toEqual([null, null]);
    expect(unknown).toContainEqual(expect.stringContaining('what the service has in its cache'));
  });
});

it('a long list is asked about below what it takes', async () => {
  using server = await DnsServer.listen(names);
  await using home = await temporaryHome();
  const rows = Array.from(
    { length: 10_001 },
    (_, at) => `u${at}@${at % 4 ? 'gmail' : 'yahoo'}.com\n`,
  ).join('');
  writeFileSync(join(home.path, 'long.csv'), `email\n${rows}`);
  const line = ['batch', 'submit', 'long.csv', '--wait', '--dns', server.address];
  const terminal = ['stdin', 'stdout', 'stderr'] as const;
  const { stderr, exitCode } = await runCli(line, { home: home.path, terminal, typed: ['n\n'] });
  expect(stderr).toMatch(
    /10,001 verifications \(0 cached\), \d+ sessions, .* to .*\s+25\.0 %\s+can not be decided/,
  );
  expect(stderr.indexOf('verifications (')).toBeLessThan(
    stderr.indexOf('Verify 10,001 addresses?'),
  );
  expect(exitCode).toBe(2);
});
