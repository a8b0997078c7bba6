/** `batch retry`: what is unknown is asked again, alone, and goes back into the same list. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { batchWorld } from '../support/batch-world.ts';
import { DnsServer, denial, type Replying } from '../support/dns-server.ts';
import { type CliOptions, runCli, temporaryHome } from '../support/run-cli.ts';

const NXDOMAIN = 3;
const REFUSED = 5;

const LIST = `name,email
Ada,ada@sandbox.test
Bob,bob@gone.example.com
Bob again,bob@gone.example.com
Cy,undeliverable@sandbox.test
Dan,dan@gone.example.org
`;

interface World {
  readonly home: string;
  readonly job: string;
  readonly asked: readonly string[];
  heal(): void;
  run(line: string, options?: CliOptions): ReturnType<typeof runCli>;
  read(name: string): string[];
}

/** A list of which three rows were unknown for want of DNS. */
async function afterBlindRun(work: (world: World) => Promise<void>): Promise<void> {
  let honest = false;
  const asked: string[] = [];
  const reply: Replying = (name, type) => {
    if (!honest) return REFUSED;
    if (type === 'NS') return [{ type, name, ttl: 9, data: 'ns.example.com' }];
    if (name.endsWith('.invalid')) return denial(NXDOMAIN);
    if (type === 'MX') asked.push(`${type} ${name}`);
    return denial(NXDOMAIN, name.split('.').slice(-2).join('.'));
  };
  using server = await DnsServer.listen(reply, { repliesToChecks: true });
  await using home = await temporaryHome();
  writeFileSync(join(home.path, 'list.csv'), LIST);
  const run: World['run'] = (line, options = {}) =>
    runCli([...line.split(' '), '--dns', server.address], { home: home.path, ...options });
  const first = await run('clean list.csv');
  const [, job = ''] = /mailvet batch retry (job_\w+)/.exec(first.stderr) ?? [];
  const read = (name: string) =>
    readFileSync(join(home.path, name), 'utf8').trim().split('\n').slice(1);
  const heal = () => {
    honest = true;
  };
  await work({ home: home.path, job, asked, heal, run, read });
}

const verdicts = (rows: readonly string[]) =>
  rows.map((row) => /(deliverable|risky|undeliverable|unknown),[a-z_]+,/.exec(row)?.[1]);

describe('batch retry', () => {
  it('asks again for the unknown rows and writes the same files anew', async () => {
    await afterBlindRun(async ({ home, job, asked, heal, run, read }) => {
      expect(verdicts(read('list.verified.csv')).filter((one) => one === 'unknown')).toHaveLength(
        3,
      );
      heal();
      const { stderr, exitCode } = await run(`batch retry ${job}`);
      expect(stderr).toContain('Verifying again: 2 unknown addresses of list.csv');
      expect(exitCode).toBe(0);
      expect(verdicts(read('list.verified.csv'))).toEqual([
        'deliverable',
        'undeliverable',
        'undeliverable',
        'undeliverable',
        'undeliverable',
      ]);
      expect(new Set(asked)).toEqual(new Set(['MX gone.example.com', 'MX gone.example.org']));
      const jobs = readdirSync(join(home, '.local/state/mailvet/jobs'));
      expect(
        jobs.filter((name) => name.endsWith('.sqlite') && name.startsWith('job_')),
      ).toHaveLength(1);
    });
  });

  it('takes only the details named', async () => {
    await afterBlindRun(async ({ job, heal, run, read }) => {
      heal();
      const none = await run(`batch retry ${job} --only greylisted`);
      expect(none.stderr).toContain('No address is unknown for that reason (--only greylisted)');
      expect(verdicts(read('list.verified.csv')).filter((one) => one === 'unknown')).toHaveLength(
        3,
      );
      expect((await run(`batch retry ${job} --only dns_failure,greylisted`)).exitCode).toBe(0);
      expect(verdicts(read('list.verified.csv'))).not.toContain('unknown');
    });
  });

  it('can be asked again as long as rows are unknown', async () => {
    await afterBlindRun(async ({ job, heal, run, read }) => {
      expect((await run(`batch retry ${job}`)).exitCode).toBe(5);
      heal();
      expect((await run(`batch retry ${job}`)).exitCode).toBe(0);
      expect(verdicts(read('list.verified.csv'))).not.toContain('unknown');
    });
  });

  it('goes on with a retry that was stopped', async () => {
    await afterBlindRun(async ({ job, heal, run, read }) => {
      const stopped = await run(`batch retry ${job} --stop-when-blind`);
      expect(stopped.exitCode).toBe(5);
      expect(stopped.stderr).toContain(`mailvet batch resume ${job}`);
      const listed = await run('jobs list --json');
      expect(JSON.parse(listed.stdout)).toMatchObject([{ id: job, addresses: 4, sent: 4 }]);
      heal();
      expect((await run(`batch resume ${job}`)).exitCode).toBe(0);
      await run(`batch retry ${job}`);
      expect(verdicts(read('list.verified.csv'))).not.toContain('unknown');
    });
  });

  it('asks before it sends more than 10,000 addresses', async () => {
    await using world = await batchWorld({ leaveOut: ['deliverable', 'smtp'] });
    const rows = Array.from({ length: 10_001 }, (_, at) => `ann${at}@example.com\n`);
    world.write('list.csv', `email\n${rows.join('')}`);
    const { stderr } = await world.run('clean list.csv');
    const [, job = ''] = /mailvet batch retry (job_\w+)/.exec(stderr) ?? [];
    const options = { clock: systemClock, terminal: ['stdin', 'stdout', 'stderr'] } as const;
    const refused = await world.run(`batch retry ${job}`, { ...options, typed: ['n'] });
    expect(refused.stderr).toContain('Verify 10,001 addresses? [y/N]');
    expect(refused.exitCode).toBe(2);
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(11);
    const sent = await world.run(`batch retry ${job} --yes`, options);
    expect(sent).toMatchObject({ exitCode: 0 });
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(22);
  });

  it('refuses an unknown detail', async () => {
    const { stderr, exitCode } = await runCli(['batch', 'retry', 'job_1', '--only', 'greylistd']);
    expect(stderr).toContain("Did you mean 'greylisted'");
    expect(exitCode).toBe(2);
  });
});
