import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '../../support/each-test.ts';
import { real } from '../../support/real-looking.ts';
import { type CliOptions, runCli, temporaryHome } from '../../support/run-cli.ts';

const home = eachTest(temporaryHome);
const ANN = real('ann', 'firma-muster.de');
/** No service can be reached: none is asked. */
const env = { MAILVET_BASE_URL: 'http://127.0.0.1:1', MAILVET_API_KEY: 'mv_x' };

const run = (args: readonly string[], options: CliOptions = {}) =>
  runCli([...args, '--policy', 'seeds'], { home: home.path, env, ...options });

const write = (name: string, text: string) => writeFileSync(join(home.path, name), text);

describe('verify --policy seeds', () => {
  it.for(['ann@example.com', 'ann@a.EXAMPLE', 'ann@x.test', 'ann@localhost', 'ann@sandbox.test'])(
    'passes %s as reserved',
    async (address) => {
      const { stdout, exitCode } = await run(['verify', address, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ verdict: 'unknown', reason: 'reserved' });
      expect(exitCode).toBe(0);
    },
  );

  it('fails for what is not reserved, for duplicates and for no addresses', async () => {
    const { stdout, stderr, exitCode } = await run([
      'verify',
      ...['ann@example.com', 'ann@EXAMPLE.com', ANN, 'ann@'],
    ]);
    expect(stdout).toBe(
      [
        'ann@example.com\tunknown\treserved',
        'ann@example.com\tunknown\tduplicate',
        `${ANN}\tunknown\tnot_reserved`,
        'ann@\tundeliverable\tsyntax\n',
      ].join('\n'),
    );
    expect(stderr).toContain('Check failed: 3 addresses (--policy seeds)');
    expect(exitCode).toBe(1);
  });

  it('passes what .mailvet-allow names', async () => {
    write('.mailvet-allow', `${ANN} # agreed\n`);
    const { stdout, exitCode } = await run(['verify', ANN, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ reason: 'allowed' });
    expect(exitCode).toBe(0);
  });

  it('reads a list on stdin', async () => {
    const stdin = `name,email\nann,ann@example.com\nben,\nann,${ANN}\n`;
    const { stdout, exitCode } = await run(['verify', '--format', 'jsonl'], { stdin });
    const reasons = stdout.trim().split('\n');
    expect(reasons.map((line) => JSON.parse(line).reason)).toEqual(['reserved', 'not_reserved']);
    expect(exitCode).toBe(1);
  });

  it('writes no file', async () => {
    expect(await run(['verify', ANN, '-o', 'x.csv'])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe.for([['clean'], ['batch', 'submit']])('%j --policy seeds', (command) => {
  it('prints and reports the rows that fail, without a service', async () => {
    write('seed.csv', `email,name\nann@example.com,Ann\n${ANN},Ben\nann@example.com,Ann\n`);
    const summary = join(home.path, 'summary.md');
    const { stdout, stderr, exitCode } = await run(
      [...command, 'seed.csv', '--reporter', 'github'],
      {
        env: { ...env, GITHUB_STEP_SUMMARY: summary },
      },
    );
    expect(stdout).toBe(
      [
        `seed.csv:3\t${ANN}\tunknown\tnot_reserved`,
        'seed.csv:4\tann@example.com\tunknown\tduplicate\n',
      ].join('\n'),
    );
    expect(stderr).toContain(`::error file=seed.csv,line=3,title=not_reserved::${ANN}: `);
    expect(readFileSync(summary, 'utf8')).toContain('| seed.csv | 4 |');
    expect(exitCode).toBe(1);
  });

  it('passes good seed data', async () => {
    write('seed.csv', 'email\nann@example.com\nben@example.com\n');
    expect(await run([...command, 'seed.csv'])).toMatchObject({ stdout: '', exitCode: 0 });
  });
});
