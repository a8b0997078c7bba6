import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { batchWorld } from '../support/batch-world.ts';
import { runCli } from '../support/run-cli.ts';

test.for([
  ['clean', 'mailvet clean --help'],
  ['batch cancel', 'mailvet batch cancel --help'],
  ['admin team create', 'mailvet admin team create --help'],
  ['verify --nonsense-flag', 'mailvet verify --help'],
  ['nonsense-command', 'mailvet --help'],
] as const)('a wrong command line (%s) names its own help', async ([line, help]) => {
  const { exitCode, stderr } = await runCli(line.split(' '));
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`See: ${help}\n`);
});

test.for([
  ['config get', 'It is apiKey, apiKeyCommand, baseUrl, profile or riskyRole. '],
  ['config set baseUrl', 'It is the value, or - to read it from stdin. '],
  ['completion', 'It is bash, zsh, fish or pwsh. '],
  ['batch retry', 'It is a job id. '],
  ['admin team create', ''],
] as const)('%s without its word says what it may be', async ([line, choices]) => {
  const { stderr } = await runCli(line.split(' '));
  expect(stderr).toContain(`\n${choices}See: mailvet `);
});

test.for([
  ['ann@example.com', 'mailvet verify ann@example.com'],
  ['ann@example.com bob@example.com --json', 'mailvet verify ann@example.com bob@example.com'],
  ['contacts.csv', 'mailvet clean contacts.csv'],
  ['check ann@example.com', 'mailvet verify ann@example.com'],
  ['validate contacts.csv', 'mailvet clean contacts.csv'],
  ['bulk contacts.xlsx', 'mailvet clean contacts.xlsx'],
  ['credits', 'mailvet open'],
  ['account', 'mailvet whoami'],
  ['upgrade', 'mailvet does not update itself'],
  ['sign-in', 'mailvet login'],
  ['dashboard', 'mailvet open'],
  ['status', 'mailvet jobs list'],
] as const)('%s leads to the right command: %s', async ([line, command]) => {
  const { exitCode, stdout, stderr } = await runCli(line.split(' '));
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(command);
});

test('every command that a word of another program leads to is there', async () => {
  const source = await readFile(new URL('../../src/cli/other-words.ts', import.meta.url), 'utf8');
  const named = [...source.matchAll(/'mailvet ([a-z]+)[^']*': \[/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  for (const name of new Set(named)) {
    const { exitCode } = await runCli(['help', name]);
    expect({ name, exitCode }).toEqual({ name, exitCode: 0 });
  }
});

test.for(['version', '-v', '-V', '--version'])('%s prints the version', async (word) => {
  const { exitCode, stdout } = await runCli([word]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
});

test.for([
  ['help environmnt', 'Did you mean: mailvet help environment\n'],
  ['help verfy', 'Did you mean: mailvet help verify\n'],
  ['help batch sumbit', 'Did you mean: mailvet help batch submit\n'],
  [
    'help nothing-like-it',
    'See: mailvet --help; further topics: exit-codes, environment, lists, man\n',
  ],
  ['completion bsh', "Did you mean 'bash'?"],
  ['config get baseURL', "Did you mean 'baseUrl'?"],
  ['verify a@b.example --profile deflaut', "Did you mean 'default'?"],
  ['serve --log-level wran', "Did you mean 'warn'?"],
] as const)('%s: %s', async ([line, hint]) => {
  const { exitCode, stderr } = await runCli(line.split(' '));
  expect([2, 3]).toContain(exitCode);
  expect(stderr).toContain(hint);
});

test('a mistyped column of the list is named with the one that was meant', async () => {
  await using w = await batchWorld();
  w.write('list.csv', 'name,e-mail\nAda,ada@example.com\n');
  const { exitCode, stderr } = await w.run('batch submit list.csv --dry-run --column e-mial');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Did you mean "e-mail"?');
});

test.for([
  ['MAILVET_PROVIDER_CONNECTIONS', '0', 'needs a whole number 1 to 99999'],
  ['MAILVET_GREYLIST_RETRIES', '5', 'needs durations'],
] as const)('a wrong %s is named, not a flag that nobody gave', async ([name, value, words]) => {
  const { exitCode, stderr } = await runCli(['verify', 'ada@example.com'], {
    env: { [name]: value },
  });
  expect(exitCode).toBe(3);
  expect(stderr).toContain(`mailvet: ${name} ${words}`);
  expect(stderr).not.toContain('--provider');
  expect(stderr).not.toContain('--greylist');
});

test('a wrong flag of the verifier is named as a flag', async () => {
  const { exitCode, stderr } = await runCli(
    ['verify', 'a@example.com', '--provider-connections', '0'],
    { env: { MAILVET_PROVIDER_CONNECTIONS: '3' } },
  );
  expect(exitCode).toBe(2);
  expect(stderr).toContain('mailvet: --provider-connections needs');
});

test('an unknown MAILVET_ variable is named, with the one that was meant', async () => {
  const env = { MAILVET_HEL0: 'a.example', MAILVET_WOBBLE: 'x', MAILVET_KEEP_HISTORY: '3' };
  const { exitCode, stderr } = await runCli(['whoami'], { env });
  expect(exitCode).toBe(0);
  expect(stderr).toBe(
    [
      'Unknown variable MAILVET_HEL0 is ignored. Did you mean MAILVET_HELO?',
      'Unknown variable MAILVET_WOBBLE is ignored. See: mailvet help environment',
      '',
    ].join('\n'),
  );
  expect((await runCli(['whoami', '--quiet'], { env })).stderr).toBe('');
});
