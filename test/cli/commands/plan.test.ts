import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DnsServer, denial, type Replying } from '../../support/dns-server.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';

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

async function plan(args: readonly string[], { replying = names, ...options }: PlanRun = {}) {
  using server = await DnsServer.listen(replying, { tcp: true });
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const line = ['plan', 'list.csv', '--dns', server.address, ...args];
  const result = await runCli(line, { home: home.path, ...options });
  return { ...result, questions: server.questions, files: readdirSync(home.path) };
}

interface PlanRun extends CliOptions {
  readonly replying?: Replying;
}

/** Hosts that are known to answer lie where nobody listens. */
const behindClosedPort: Replying = (name, type, ...rest) =>
  type === 'A' && name === MX['gmail.com']
    ? [{ type, name, ttl: 60, data: '127.77.25.25' }]
    : names(name, type, ...rest);

describe('mailvet plan', () => {
  it('says in JSON what a list takes', async () => {
    const { stdout, exitCode } = await plan(['--json']);
    const found = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(found).toMatchObject({
      ...{ list: 'list.csv', rows: 10, cached: 0, sandbox: 1, problem: null },
      ...{ undecidable: 3, causes: { accepts_all_until_data: 2, opted_out: 1 } },
    });
    expect(found.cost).toBe(found.addresses - 1);
    expect(found.seconds.from).toBeLessThanOrEqual(found.seconds.expected);
    expect(found.seconds.to).toBeGreaterThan(found.seconds.expected);
  });

  it('asks name servers where mail goes, but for no address of a host of the list', async () => {
    const { questions, files } = await plan(['--json']);
    expect(questions.some((question) => question.endsWith(' MX gmail.com'))).toBe(true);
    const hosts = Object.values(MX).filter((host) => host !== MX['gmail.com']);
    expect(questions.filter((one) => hosts.some((host) => one.endsWith(` A ${host}`)))).toEqual([]);
    expect(files).toEqual(['list.csv']);
  });

  it('shows people one range of time, and what can not be decided', async () => {
    const { stdout } = await plan([], { terminal: ['stdout'], columns: 100 });
    expect(stdout).toMatch(/^time +2\.\d s to \d\.\d s, if mail hosts are as quick as assumed$/m);
    expect(stdout).toContain('Can not be decided: 37.5 % of 8 addresses');
    expect(stdout).toContain('2  accepted until the message comes (as at Yahoo)');
    expect(stdout).toContain('1  the domain asks not to be probed');
  });

  it('says that nothing can be decided by SMTP where port 25 is closed, and ends with 5', async () => {
    const options = { replying: behindClosedPort };
    const args = ['--allow-network', '127.77.25.0/24'];
    const { stdout, stderr, exitCode } = await plan([...args, '--json'], options);
    expect(exitCode).toBe(5);
    // But the one that opted out and the one without a mail host, which DNS decides.
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ problem: 'port_25_closed', undecidable: 6 },
      causes: { port_25_closed: 5, opted_out: 1 },
    });
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'network', message: expect.stringContaining('port 25 is closed') },
    });
    const shown = await plan(args, { ...options, terminal: ['stdout'] });
    expect(shown.stdout).toContain('5  port 25 is closed');
    expect(shown.stderr).toContain('no mailbox can be verified from here');
    expect(shown.stderr).toContain('mailvet doctor');
  });

  it('says that nothing can be decided without DNS, and ends with 5', async () => {
    await using home = await temporaryHome();
    writeFileSync(join(home.path, 'list.csv'), LIST);
    const line = ['plan', 'list.csv', '--json', '--dns', '127.77.25.25:9'];
    const { stdout, exitCode } = await runCli(line, { home: home.path });
    const { addresses, undecidable, problem } = JSON.parse(stdout);
    expect([exitCode, problem]).toEqual([5, 'dns_failure']);
    // But the sandbox.
    expect(undecidable).toBe(addresses - 1);
  });

  it('plans for a service elsewhere without trying the network of this machine', async () => {
    const remote = ['--json', '--api-key', 'mv_key', '--base-url', 'http://127.0.0.1:9'];
    const args = [...remote, '--allow-network', '127.77.25.0/24'];
    const { stdout, exitCode } = await plan(args, { replying: behindClosedPort });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ cached: null, suppressed: null, problem: null });
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
    /10,001 verifications \(0 cached\), .* to .*\s+25\.0 %\s+can not be\s+decided/,
  );
  expect(stderr.indexOf('verifications (')).toBeLessThan(
    stderr.indexOf('Verify 10,001 addresses?'),
  );
  expect(exitCode).toBe(2);
});
