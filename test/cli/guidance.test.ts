/** What the program says beside its results: hints that lead on, and nothing that leads astray. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { renderProjection } from '../../src/cli/render/summary.ts';
import { batchWorld } from '../support/batch-world.ts';
import { eachTest } from '../support/each-test.ts';
import { runCli, temporaryHome } from '../support/run-cli.ts';

const world = eachTest(batchWorld);

const LIST = 'email\nada@b.de\nundeliverable@b.de\n';

describe('a list that was submitted already', () => {
  it('has its results again by the command that is offered, once it is finished', async () => {
    world.write('list.csv', LIST);
    await world.run('clean list.csv');
    const { stderr, exitCode } = await world.run('batch submit list.csv');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--again sends it again');
    const command = /mailvet (batch watch \S+) -o <file>/.exec(stderr)?.[1];
    const columns = '--columns verdict,reason,suggestion';
    expect((await world.run(`${command} -o again.csv ${columns}`)).exitCode).toBe(0);
    expect(world.read('again.csv')).toBe(world.read('list.verified.csv'));
    expect(world.standIn.requestsOf('createBatch')).toHaveLength(1);
  });

  it('is resumed or followed while it is not finished', async () => {
    world.write('list.csv', LIST);
    await world.run('batch submit list.csv');
    const { stderr } = await world.run('batch submit list.csv');
    expect(stderr).toMatch(/go on with mailvet batch resume job_\w+, or follow it with mailvet/);
  });
});

test('an address that is no service is named where the answer to a batch is lost', async () => {
  world.write('list.csv', LIST);
  const page = { kind: 'answer', status: 200, body: '<html>Welcome</html>' } as const;
  world.standIn.fail('createBatch', page);
  world.standIn.fail('listBatches', page, page);
  const { stderr, exitCode } = await world.run('batch submit list.csv');
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(/could not be asked: The answer of \S+ can't be understood/);
  expect(stderr).toContain('Is the base URL that of a verification service? Resuming looks');
  expect(stderr.match(/mailvet batch resume/g)).toHaveLength(1);
});

test('the files of clean that exist are moved by the flags that are offered', async () => {
  world.write('list.csv', LIST);
  await world.run('clean list.csv --split parts');
  world.write('list.csv', `${LIST}grace@b.de\n`);
  world.write('parts/risky.csv', 'touched');
  const { stderr } = await world.run('clean list.csv -o new.csv --report new.html --split parts');
  expect(stderr).toContain('write elsewhere with --split <directory>');
  const elsewhere = 'clean list.csv -o new.csv --report new.html --split others';
  expect((await world.run(elsewhere)).exitCode).toBe(0);
  expect(world.read('new.import.csv')).toContain('grace@b.de');
});

test.each([
  ['mailchimp-30', 'Did you mean mailchimp-30.csv?'],
  ['Mailchimp-30.csv', 'Did you mean mailchimp-30.csv?'],
  ['mailchimp-3.csv', 'Did you mean mailchimp-30.csv?'],
  ['https://example.com/list.csv', 'Download it first, then name the file'],
])('a list that is not there is led to: %s', async (file, hint) => {
  world.write('mailchimp-30.csv', LIST);
  const { stderr, exitCode } = await world.run(`clean ${file}`);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
});

test('a folder in the place of a list names the lists in it, and no results of ours', async () => {
  await mkdir(join(world.home, 'exports'));
  expect((await world.run('clean exports')).stderr).toContain('Name a file\n');
  for (const name of ['b.xlsx', 'a.csv', 'a.verified.csv', 'photo.png'])
    world.write(`exports/${name}`, LIST);
  const { stderr, exitCode } = await world.run('clean exports');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Name a file: exports/a.csv, exports/b.xlsx\n');
  for (const name of ['c', 'd', 'e', 'f', 'g']) world.write(`exports/${name}.txt`, LIST);
  expect((await world.run('clean exports')).stderr).toContain('exports/e.txt and 2 more\n');
});

test('policy check without a file shows how to begin', async () => {
  const { stderr, exitCode } = await runCli(['policy', 'check']);
  expect(exitCode).toBe(3);
  const [example = ''] = /\{"rules".*\]\}/.exec(stderr) ?? [];
  await using home = await temporaryHome();
  await writeFile(join(home.path, 'mailvet.json'), example);
  expect((await runCli(['policy', 'check'], { home: home.path })).exitCode).toBe(0);
});

test('the first run says that it verifies on this machine, in one line', async () => {
  const { stderr } = await runCli(['verify', 'ada@sandbox.test']);
  expect(stderr).toMatch(/^Verifying on this machine with the embedded service \(.*\)$/m);
});

test('a place that can not be written is moved by the flag that named it', async () => {
  world.write('list.csv', LIST);
  const { stderr } = await world.run('batch submit list.csv --wait --split list.csv');
  expect(stderr).toContain("deliverable.csv can't be written");
  expect(stderr).toContain('Write elsewhere with --split <directory>');
});

test('batch list in CSV has the names of the interface', async () => {
  const { stdout } = await world.run('batch list --format csv');
  expect(stdout).toBe('id,status,totalCount,processedCount,createdAt\n');
});

test('cells with several addresses point to --split-cells, before and after', async () => {
  world.write('list.csv', 'email\nada@b.de\n"a@b.de, c@b.de"\n');
  const dry = await world.run('batch submit list.csv --dry-run --json');
  expect(JSON.parse(dry.stdout)).toMatchObject({ columns: ['email'], severalAddresses: 1 });
  expect(dry.stderr).toContain('--split-cells');
  const { stderr } = await world.run('batch submit list.csv -o out.csv');
  expect(stderr).toContain('1 row with several addresses in a cell: --split-cells');
});

test('two e-mail columns may both be named', async () => {
  world.write('list.csv', 'a,b\nx@b.de,y@b.de\nz@b.de,w@b.de\n');
  const { stderr } = await world.run('batch submit list.csv --dry-run');
  expect(stderr).toContain('may be repeated');
});

test('JSON that is none is named', async () => {
  world.write('list.json', '[{"email": "ada@b.de"');
  const { stderr, exitCode } = await world.run('batch submit list.json --dry-run');
  expect(stderr).toMatch(/^mailvet: list\.json: .*not valid JSON/m);
  expect(exitCode).toBe(2);
});

describe('a dumb terminal', () => {
  const terminal = ['stdin', 'stdout', 'stderr'] as const;

  it.for(['verify ada@b.de', 'batch submit list.csv -o out.csv'])(
    'gets no control sequence from %s',
    async (line) => {
      world.write('list.csv', LIST);
      const env = { ...world.env, TERM: 'dumb' };
      const { stdout, stderr } = await world.run(line, { env, terminal });
      expect(stdout + stderr).toContain('deliverable');
      expect(stdout + stderr).not.toMatch(/[\r\x1b]/);
    },
  );
});

describe('an argument of verify that is no address', () => {
  it('is refused where it is the name of a file', async () => {
    world.write('my list.csv', LIST);
    const options = { home: world.home, env: world.env };
    const { stdout, stderr, exitCode } = await runCli(['verify', 'my list.csv'], options);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('my list.csv is a file, not an address');
    expect(stderr).toContain("mailvet clean 'my list.csv', or mailvet verify < 'my list.csv'");
    const among = await runCli(['verify', 'ada@b.de', 'my list.csv'], options);
    expect([among.exitCode, among.stdout]).toEqual([2, '']);
  });

  it('leads to the commands that read the file, also where that is a table', async () => {
    world.write('my list.csv', 'name,email\nAda,ada@b.de\n');
    const options = { home: world.home, env: world.env };
    const { stderr } = await runCli(['verify', 'my list.csv'], options);
    expect(stderr).toContain("mailvet clean 'my list.csv', or mailvet verify < 'my list.csv'\n");
  });

  it.each(['ada@b.de, grace@b.de', 'Ada <ada@b.de>; grace@b.de'])(
    'ends with an error where it is several addresses: %s',
    async (text) => {
      const options = { home: world.home, env: world.env };
      const { stdout, stderr, exitCode } = await runCli(['verify', text], options);
      expect([exitCode, stdout]).toEqual([2, `${text}\tunknown\tseveral_addresses\t\n`]);
      expect(stderr).toContain(`"${text}" holds 2 addresses`);
      expect(stderr).toContain('mailvet verify ada@b.de grace@b.de');
    },
  );

  it('is judged where it is none of these', async () => {
    const options = { home: world.home, env: world.env };
    const { stdout, exitCode } = await runCli(['verify', 'ada.b.de'], options);
    expect(stdout).toContain('ada.b.de\tundeliverable\tsyntax');
    expect(exitCode).toBe(0);
  });
});

describe('mailvet admin', () => {
  it('makes a database for a new team alone, and says so', async () => {
    await using home = await temporaryHome();
    const admin = (...args: string[]) =>
      runCli(['admin', ...args, '--database', 's.db'], { home: home.path });
    const path = join(home.path, 's.db');
    const missing = await admin('team', 'list');
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain(`there is no database ${path}`);
    expect((await admin('team', 'create', 'x')).stderr).toBe(`New database: ${path}\n`);
    expect((await admin('team', 'list')).stderr).toBe(`Database: ${path}\n`);
    expect((await admin('team', 'list', '--quiet')).stderr).toBe('');
  });
});

describe('a sample', () => {
  it('is counted and judged by its own rows alone', async () => {
    world.write('list.csv', 'email\nada@b.de\ngrace@b.de\nno address\njoan@b.de\n');
    const line = 'batch submit list.csv -o out.csv --sample 1 --fail-on unknown,undeliverable';
    const { stderr, exitCode } = await world.run(line);
    expect(stderr).toContain('list.csv: 1 address\n');
    expect(exitCode).toBe(0);
    expect(world.read('out.csv').trim().split('\n')).toHaveLength(5);
  });

  it('of the whole list is no projection', () => {
    const rate = { verdict: 'risky', rate: 0.5, interval: { low: 0.5, high: 0.5 } } as const;
    expect(renderProjection({ size: 4, distinct: 4, rates: [rate] })).toEqual([
      'The sample is the whole list, 4 distinct addresses:',
      expect.stringMatching(/^ {2}risky +50(\.0)? % \(2 addresses\)$/),
    ]);
  });
});

test('the summary begins on a line of its own behind a list that ends without one', async () => {
  world.write('list.csv', 'email\nada@b.de');
  const line = 'batch submit list.csv -o -';
  const terminal = await world.run(line, { terminal: ['stdout', 'stderr'] });
  expect(terminal.stdout.endsWith('\n')).toBe(true);
  const piped = await world.run(`${line} --again`);
  expect(piped.stdout.endsWith('\n')).toBe(false);
});

test('the rows of jobs list fit a terminal of 100 columns', async () => {
  const name = 'a-list-with-a-rather-long-name-of-its-own.csv';
  await writeFile(join(world.home, name), LIST);
  await world.run(`batch submit ${name}`);
  const { stdout } = await world.run('jobs list', { terminal: ['stdout'], columns: 100 });
  const widths = stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/\x1b\[\d+m/g, '').length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  expect((await world.run('jobs list')).stdout).toContain(name);
});

test('what the help says is so', async () => {
  const help = async (...args: string[]) =>
    (await runCli(['help', ...args])).stdout.replace(/\s+/g, ' ');
  expect(await help('exit-codes')).toContain('an invalid body');
  expect(await help('verify', '--all')).toContain('addresses under way at once (5, ');
  expect(await help('verify', '--all')).toContain('(1m,5m,15m,30m)');
  expect(await help('batch', 'watch')).toContain('else to NAME.verified.EXT beside the list');
  expect(await help('clean')).toContain('NAME.verified.EXT (.csv for plain lines)');
});

describe('what can not be taken back', () => {
  const terminal = ['stdin', 'stdout', 'stderr'] as const;

  it.each([
    ['n', 2, 'job_'],
    ['y', 0, ''],
  ])('is asked about on a terminal: %s', async (answer, code, left) => {
    world.write('list.csv', LIST);
    await world.run('batch submit list.csv');
    const { exitCode, stderr } = await world.run('jobs forget --all', {
      terminal,
      typed: [`${answer}\n`],
    });
    expect(stderr).toContain('Erase 1 job, with addresses and results? [y/N]');
    expect(exitCode).toBe(code);
    expect((await world.run('jobs list')).stdout).toMatch(new RegExp(`^${left}`));
  });

  it('is not asked about with --yes', async () => {
    world.write('list.csv', LIST);
    await world.run('batch submit list.csv');
    const { exitCode, stderr } = await world.run('jobs forget --all --yes', { terminal });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).not.toContain('[y/N]');
  });

  it('is an address erased from a service, too', async () => {
    const { path: home, ...own } = await temporaryHome();
    await using _home = own;
    const run = (line: string, typed?: readonly string[]) =>
      runCli(line.split(' '), { home, terminal, ...(typed && { typed }) });
    await run('admin team create shop');
    const refused = await run('admin forget ada@b.de', ['n\n']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('Nothing was erased');
    expect((await run('admin forget ada@b.de --yes')).exitCode).toBe(0);
  });
});

test('batch resume takes the id of a batch for its job', async () => {
  world.write('list.csv', LIST);
  const { stdout: id } = await world.run('batch submit list.csv');
  const { exitCode } = await world.run(`batch resume ${id.trim()} -o out.csv`);
  expect(exitCode).toBe(0);
  expect(world.read('out.csv')).toContain('deliverable');
  const unknown = await world.run('batch resume batch_99');
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('no list on this machine was sent as batch batch_99');
});

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
