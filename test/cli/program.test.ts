import { describe, expect, it } from 'vitest';
import type { CommandSpec } from '../../src/cli/command-spec.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { EXIT_CODE_MEANINGS, EXIT_CODES } from '../../src/cli/exit-codes.ts';
import { RESULT_COLUMNS } from '../../src/formats/write/output.ts';
import { variableName } from '../../src/settings/setting.ts';
import { VERIFIER_SETTINGS } from '../../src/settings/verifier.ts';
import { DnsServer } from '../support/dns-server.ts';
import { runCli } from '../support/run-cli.ts';
import { startStandIn } from '../support/stand-in.ts';

/** Those of each command that names some, by its path. */
function usualFlags(specs: readonly CommandSpec[], path = ''): Map<string, readonly string[]> {
  const entries = specs.flatMap((spec): (readonly [string, readonly string[]])[] => {
    if ('commands' in spec) return [...usualFlags(spec.commands, `${path}${spec.name} `)];
    return spec.usual ? [[`${path}${spec.name}`, spec.usual]] : [];
  });
  return new Map(entries);
}

describe('a command line that is wrong', () => {
  it.each([
    [['verfy', 'a@b.de'], "Unknown command 'verfy'", 'Did you mean verify?'],
    [['verify', '--formatt', 'json'], "Unknown option '--formatt'", 'Did you mean --format?'],
    [['config', 'lst'], "Unknown command 'lst'", 'Did you mean list?'],
    [['history', 'extra'], 'Too many arguments', 'mailvet history --help'],
    [['verify', '--format'], 'argument missing', 'mailvet --help'],
    [['help', 'nothing'], "There is no help on 'nothing'", 'exit-codes'],
    [['completion', 'tcsh'], "Unknown shell 'tcsh'", 'bash, zsh, fish, pwsh'],
    [['serve', '--port', '80x'], '--port needs a whole number', ''],
  ])('is reported in one line with a hint: %j', async (args, message, hint) => {
    const { stdout, stderr, exitCode } = await runCli(args);
    const [first, second = ''] = stderr.split('\n');
    expect(first).toMatch(/^mailvet: /);
    expect(first).toContain(message);
    expect(second).toContain(hint);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('is reported as one JSON object with --json', async () => {
    const { stderr, exitCode } = await runCli(['verfy', '--json']);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'usage',
        message: "Unknown command 'verfy'",
        hint: 'Did you mean verify?',
        status: null,
      },
    });
    expect(exitCode).toBe(2);
  });
});

describe('help', () => {
  it('goes to stdout and ends with 0, asked for or not', async () => {
    const bare = await runCli([]);
    expect(bare).toMatchObject({ stderr: '', exitCode: 0 });
    expect(bare.stdout).toContain('Usage: mailvet');
    expect(await runCli(['--help'])).toEqual(bare);
    expect(await runCli(['help'])).toEqual(bare);
  });

  it('says of --api-key that others can see it', async () => {
    const { stdout } = await runCli(['verify', '--help', '--all']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('other users of this machine can see it');
  });

  it.each([
    ['verify', true],
    ['batch submit', true],
    ['serve', true],
    ['login', false],
    ['config set', false],
  ])("shows the verifier's flags where one may work: %s", async (command, expected) => {
    const { stdout } = await runCli([...command.split(' '), '--help', '--all']);
    expect(stdout.includes('--helo')).toBe(expected);
    expect(stdout).toContain('--api-key-file');
  });

  it('has commands before flags, and the flags of every command behind --all', async () => {
    const { stdout } = await runCli(['--help']);
    expect(stdout.indexOf('Commands:')).toBeLessThan(stdout.indexOf('Options:'));
    expect(stdout).not.toContain('--api-key-file');
    expect(stdout).toContain('mailvet --help --all');
    expect((await runCli(['help', '--all'])).stdout).toContain('--api-key-file');
    const { stdout: submit } = await runCli(['batch', 'submit', '--help']);
    expect(submit).toContain('mailvet batch submit --help --all');
    expect(submit).not.toContain('--api-key-file');
  });

  it('has commands in groups, verify, clean, scan and serve first', async () => {
    const { stdout } = await runCli(['--help']);
    const headings = [...stdout.matchAll(/^(\w.*):\n/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, 2)).toEqual(['Commands', 'Commands for lists']);
    expect(stdout).toMatch(
      /^Commands:\n {2}verify .*\n {2}clean .*\n {2}scan .*\n {2}serve .*\n\n/m,
    );
    expect(stdout.match(/\$ mailvet (?:verify|clean|scan|serve)\b/g)).toHaveLength(4);
  });

  it('has an example of flags that it takes for each command, and shows usual flags that it has', async () => {
    const program = JSON.parse((await runCli(['commands', '--json'])).stdout);
    const usual = usualFlags(Object.values(COMMANDS).flat());
    for (const { command, examples, flags } of program.commands) {
      const known = [...flags, ...program.flags].flatMap(({ flag, short }) => [flag, short]);
      expect([1, 2], command).toContain(examples.length);
      for (const { command: line } of examples) {
        expect(`${line} `).toMatch(new RegExp(`^mailvet ${command} `));
        const unknown = (line.match(/(?<= )--?[a-z][\w-]*/g) ?? []).filter(
          (flag: string) => !known.includes(flag),
        );
        expect(unknown, line).toEqual([]);
      }
      const own = flags.map(({ flag }: { flag: string }) => flag);
      expect(usual.get(command)?.filter((flag) => !own.includes(flag)) ?? []).toEqual([]);
    }
  });

  it('of clean fits a screen, says how many flags are left out, and has all of them with --all', async () => {
    const { stdout } = await runCli(['clean', '--help'], { columns: 80 });
    expect(stdout.split('\n').length).toBeLessThan(46);
    const [, left] = /^(\d+) more flags/m.exec(stdout) ?? [];
    const { stdout: all } = await runCli(['clean', '--help', '--all'], { columns: 80 });
    const program = JSON.parse((await runCli(['commands', '--json'])).stdout);
    const { flags } = program.commands.find(
      ({ command }: { command: string }) => command === 'clean',
    );
    const rare = flags.filter((flag: { rare?: true }) => flag.rare);
    expect(rare).toHaveLength(Number(left));
    for (const { flag } of flags) expect(all).toContain(flag);
    for (const { flag } of rare) expect(stdout).not.toMatch(new RegExp(`^ .*${flag} `, 'm'));
  });

  it('has bold headings where colours are wanted', async () => {
    const { stdout } = await runCli(['--help'], { env: { CLICOLOR_FORCE: '1' } });
    expect(stdout).toContain('\x1b[1mCommands:\x1b[22m');
  });

  it.each(['batch', 'jobs', 'config', 'admin'])('is a command of %s, too', async (group) => {
    const { stdout, exitCode } = await runCli([group, 'help']);
    expect(stdout).toBe((await runCli([group, '--help'])).stdout);
    expect(exitCode).toBe(0);
  });

  it('is a man page with every command and flag', async () => {
    const { stdout } = await runCli(['help', 'man']);
    expect(stdout).toMatch(/^\.TH MAILVET 1 /);
    for (const text of [
      '.SS "mailvet batch submit [options] [file...]"',
      '\\-\\-api\\-key\\-file',
      '.SH EXIT STATUS',
      'mailvet batch submit contacts.csv \\-\\-wait',
    ]) {
      expect(stdout).toContain(text);
    }
    expect(stdout).not.toMatch(/^'/m);
  });

  it('explains every exit code', async () => {
    const { stdout } = await runCli(['help', 'exit-codes']);
    const explained = new Set(EXIT_CODE_MEANINGS.map(([code]) => code));
    expect(Object.values(EXIT_CODES).filter((code) => !explained.has(code))).toEqual([]);
    for (const code of explained) expect(stdout).toMatch(new RegExp(`^ +${code}  `, 'm'));
  });

  it('names the variable of every setting of the verifier', async () => {
    const { stdout } = await runCli(['help', 'environment']);
    const missing = Object.keys(VERIFIER_SETTINGS)
      .map(variableName)
      .filter((name) => !stdout.includes(`  ${name} `));
    expect(missing).toEqual([]);
  });

  it('names every column that results have', async () => {
    const { stdout } = await runCli(['help', 'lists']);
    expect(stdout).toContain(`${RESULT_COLUMNS.join(' ')}.`);
  });

  it.each(['environment', 'lists', 'verify', 'config set'])('knows %s', async (topic) => {
    const { stdout, exitCode } = await runCli(['help', ...topic.split(' ')]);
    expect(stdout.length).toBeGreaterThan(200);
    expect(exitCode).toBe(0);
  });
});

describe('the debug log of a run', () => {
  it('goes to stderr and holds no key', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const { stdout, stderr } = await runCli(['verify', 'a@b.de', '--debug'], { env });
    expect(stdout).toBe('a@b.de\tdeliverable\taccepted\t95\n');
    expect(stderr).toMatch(/^debug: POST \/api\/v1\/verify 200 \d+ ms \(request/);
    expect(stderr).not.toContain(service.apiKey);
  });
});

describe('history', () => {
  async function withHistory(count: number) {
    const service = await startStandIn({ maxLimit: 40 });
    service.history.push(...Array.from({ length: count }, (_, n) => `a${n}@b.de`));
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const list = async (...args: string[]) => {
      const { stdout } = await runCli(['history', '--json', ...args], { env });
      return JSON.parse(stdout).map(({ email }: { email: string }) => email);
    };
    return { list, [Symbol.asyncDispose]: () => service.close() };
  }

  it('pages through all of it, past a cap of the service', async () => {
    await using one = await withHistory(130);
    const all = await one.list('--all');
    expect(all).toHaveLength(130);
    expect(new Set(all).size).toBe(130);
    expect(await one.list()).toHaveLength(100);
  });

  it('takes --limit and --skip', async () => {
    await using one = await withHistory(5);
    expect(await one.list('--limit', '2', '--skip', '1')).toEqual(['a3@b.de', 'a2@b.de']);
  });
});

describe('doctor', () => {
  it('ends with what to do where no mailbox can be verified from here', async () => {
    using server = await DnsServer.listen(() => 5);
    const { stderr } = await runCli(['doctor', '--no-dnsbl', '--dns', server.address]);
    expect(stderr).toMatch(
      /can not be verified from this machine\. Run mailvet serve where port 25/,
    );
  });

  it('passes with a service that takes the key', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const { stdout, exitCode } = await runCli(['doctor', '--format', 'json'], { env });
    const found = JSON.parse(stdout).map(({ check, status }: Record<string, string>) => [
      check,
      status,
    ]);
    expect(found).toEqual([
      ['node', 'pass'],
      ['settings', 'pass'],
      ['key', 'pass'],
      ['service', 'pass'],
    ]);
    expect(exitCode).toBe(0);
  });

  it('fails with 3 where the key is missing or refused', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url };
    expect((await runCli(['doctor'], { env })).exitCode).toBe(3);
    const wrong = { ...env, MAILVET_API_KEY: 'wrong' };
    const { stdout, exitCode } = await runCli(['doctor'], { env: wrong });
    expect(stdout).toMatch(/^fail {2}service: /m);
    expect(exitCode).toBe(3);
  });
});
