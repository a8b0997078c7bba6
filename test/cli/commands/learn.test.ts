import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runCli, type TemporaryHome, temporaryHome } from '../../support/run-cli.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/bounces/', import.meta.url));
const message = (name: string) => readFileSync(`${FOLDER}${name}.eml`, 'utf8');
const SEPARATOR = 'From MAILER-DAEMON Tue Mar 10 09:15:00 2026\n';
const toMbox = (...names: string[]) =>
  names.map((name) => `${SEPARATOR}${message(name)}\n`).join('');

async function homeWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const home = await temporaryHome();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home.path, name)), { recursive: true });
    writeFileSync(join(home.path, name), content);
  }
  return home;
}

const learn = (home: TemporaryHome, line: string, stdin = '') =>
  runCli(['learn', '--dry-run', ...line.split(' ').filter(Boolean)], { home: home.path, stdin });

/** Source and outcome of each line of JSON. */
function shownOf(stdout: string): string[] {
  const lines = stdout.trimEnd().split('\n').filter(Boolean);
  return lines.map((line) => {
    const { source, email, outcome } = JSON.parse(line);
    return `${source} ${email} ${outcome}`;
  });
}

describe('learn --json', () => {
  it('prints a line with eight fields for each outcome of an mbox', async () => {
    await using home = await homeWith({ 'mail/bounces': toMbox('ordinary', 'postfix-full') });
    const { stdout, exitCode } = await learn(home, '--json mail/bounces');
    expect(JSON.parse(stdout)).toEqual({
      email: 'ada@example.com',
      outcome: 'full',
      code: 552,
      status: '5.2.2',
      host: 'mx.example.com',
      reply: '552 5.2.2 Mailbox full',
      at: '2026-03-10T08:00:00.000Z',
      source: 'mail/bounces:2',
    });
    expect(Object.keys(JSON.parse(stdout))).toHaveLength(8);
    expect(exitCode).toBe(0);
  });

  it('reads Maildirs with their folders, and folders of messages', async () => {
    await using home = await homeWith({
      'Mail/cur/1.host:2,S': message('gmx'),
      'Mail/new/2.host': message('yahoo'),
      'Mail/tmp/3.host': message('opensmtpd'),
      'Mail/dovecot-uidlist': '3 V1 N4',
      'Mail/.Junk/cur/4.host:2,': message('arf-abuse'),
      'Mail/.Junk/new/.keep': '',
      'folder/a.eml': message('gmail-old'),
      'folder/deep/b.txt': message('postfix-full'),
    });
    const { stdout } = await learn(home, '--json Mail folder');
    expect(shownOf(stdout)).toEqual([
      'Mail/cur/1.host:2,S ada@example.com no_mailbox',
      'Mail/new/2.host ada@example.com blocked',
      'Mail/.Junk/cur/4.host:2, ada@example.com complaint',
      'folder/a.eml ada@example.com no_mailbox',
      'folder/deep/b.txt ada@example.com full',
    ]);
  });

  it('marks bounces that return nothing of ours, as the last field of their line', async () => {
    await using home = await homeWith({
      'a.mbox': toMbox('domino-text', 'gmx'),
    });
    const { stdout, stderr } = await learn(home, '--json a.mbox');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines.map((line) => Object.keys(line).at(-1))).toEqual(['hint', 'source']);
    expect(stderr).toContain('1 of them is a hint: nothing shows a message of yours');
    const again = await learn(home, '--json -', stdout);
    expect(
      again.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).hint),
    ).toEqual([true, undefined]);
  });

  it('counts a message once, whatever holds it', async () => {
    await using home = await homeWith({
      'a.mbox': toMbox('gmx', 'gmx'),
      'b.eml': message('gmx').replaceAll('\n', '\r\n'),
      'c.mbox.gz': gzipSync(toMbox('gmx')),
    });
    const { stdout, stderr } = await learn(home, '--json a.mbox b.eml c.mbox.gz');
    expect(shownOf(stdout)).toEqual(['a.mbox:1 ada@example.com no_mailbox']);
    expect(stderr).toContain('3 read before');
  });

  it('names what is damaged or no file, and reads the others', async () => {
    const deep = `${'[{"data":'.repeat(100_000)}1${'}]'.repeat(100_000)}`;
    const good = '{"event":"spam","email":"ada@example.com"}';
    await using home = await homeWith({
      'Mail/cur/1': message('gmx'),
      'Mail/new/.keep': '',
      'cut.mbox.gz': gzipSync(toMbox('gmx', 'ordinary')).subarray(0, 200),
      'deep.json': deep,
      'deep.jsonl': `${good}\n${deep}\n${good}\n`,
      'last.json': good,
    });
    execFileSync('mkfifo', [join(home.path, 'Mail/cur/0'), join(home.path, 'pipe')]);
    const sources = 'Mail pipe cut.mbox.gz deep.json deep.jsonl /dev/zero last.json';
    const { stdout, stderr, exitCode } = await learn(home, `--json ${sources}`);
    expect(shownOf(stdout)).toEqual([
      'Mail/cur/1 ada@example.com no_mailbox',
      'deep.jsonl:1 ada@example.com complaint',
      'deep.jsonl:3 ada@example.com complaint',
      'last.json ada@example.com complaint',
    ]);
    expect(stderr).toContain("Mail/cur/0 can't be read: it is a device, a pipe or a socket");
    expect(stderr).toContain("pipe can't be read: it is a device, a pipe or a socket");
    expect(stderr).toContain("cut.mbox.gz can't be read: ");
    expect(stderr).toMatch(/deep\.json(?::1)? can't be read: nested more than 100 levels deep/);
    expect(stderr).toContain("deep.jsonl:2 can't be read: nested more than 100 levels deep");
    expect(stderr).toContain("/dev/zero can't be read: it is a device, a pipe or a socket");
    expect(exitCode).toBe(6);
  });

  it('numbers the lines of CSV and JSONL, and the entries of an array', async () => {
    await using home = await homeWith({
      'cleaned.csv':
        '"Email Address","First Name",CLEAN_TIME,LEID\nada@example.com,"A\nB","2026-03-10 08:15:00",1\nbob@example.org,Bob,"2026-03-10 08:15:00",2\n',
      'events.jsonl':
        '{"event":"delivered","email":"ada@example.com"}\n\n{"event":"hard_bounce","email":"bob@example.org"}\n',
      'array.json':
        '[\n{"event":"open","email":"ada@example.com"},\n{"event":"spam","email":"ada@example.com"}]',
      'one.json': '{"event":"spam","email":"ada@example.com"}\n',
    });
    const { stdout } = await learn(home, '--json cleaned.csv events.jsonl array.json one.json');
    expect(shownOf(stdout)).toEqual([
      'cleaned.csv:2 ada@example.com undecided',
      'cleaned.csv:4 bob@example.org undecided',
      'events.jsonl:1 ada@example.com delivered',
      'events.jsonl:3 bob@example.org undecided',
      'array.json:2 ada@example.com complaint',
      'one.json ada@example.com complaint',
    ]);
  });

  it.for(['', '-'])('reads stdin for "%s"', async (argument) => {
    await using home = await homeWith({});
    const { stdout } = await learn(home, `--json ${argument}`, toMbox('gmx'));
    expect(shownOf(stdout)).toEqual(['stdin:1 ada@example.com no_mailbox']);
  });
});

describe('learn', () => {
  it('sums up by outcome on stderr', async () => {
    await using home = await homeWith({ 'a.mbox': toMbox('gmx', 'qmail-no-mailbox', 'ordinary') });
    const { stdout, stderr, exitCode } = await learn(home, 'a.mbox');
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'Outcomes: 3 of 3 messages and entries\nno mailbox: 3\n1 without an outcome\n',
    );
    expect(exitCode).toBe(0);
  });

  it('counts hard bounces of a provider for themselves, and says which change nothing', async () => {
    await using home = await homeWith({
      'a.csv':
        'email,status\nada@example.com,hard\nbob@example.com,hard bounce\neve@example.com,soft\n',
    });
    const { stderr } = await learn(home, 'a.csv');
    expect(stderr).toContain(
      [
        'hard bounce: 2 (undeliverable: the provider gave up)',
        'undecided: 1 (nothing about the mailbox: no result changes)',
      ].join('\n'),
    );
  });

  it('goes on behind what it can not read, and names it, with exit code 6', async () => {
    await using home = await homeWith({
      'mail/a.mbox': `${toMbox('gmx')}${SEPARATOR}From: MAILER-DAEMON@x.example\nSubject: failure notice\n\nIt failed.\n`,
      'mail/b.bin': 'words that are no mail\n',
      'mail/c.csv': 'email,type\nada@example.com,hard\nada,hard\n',
    });
    const { stdout, stderr, exitCode } = await learn(home, '--json --quiet mail');
    expect(exitCode).toBe(6);
    expect(shownOf(stdout)).toHaveLength(2);
    expect(stderr).toBe(
      [
        "mailvet: mail/a.mbox:2 can't be read: a bounce that names no recipient",
        "mailvet: mail/b.bin can't be read: neither mail nor an export of outcomes",
        "mailvet: mail/c.csv:3 can't be read: it names no valid address",
        '',
      ].join('\n'),
    );
  });

  it.for([
    ['none.mbox', 'none.mbox does not exist'],
    ['a.txt', 'Nothing could be read in a.txt'],
    ['empty', 'Nothing could be read in empty'],
    ['contacts.csv', 'Nothing could be read in contacts.csv'],
  ])('ends with 2 for %s', async ([path = '', message]) => {
    await using home = await homeWith({
      'a.txt': 'words\n',
      'empty/.keep': '',
      'contacts.csv': 'email,name\nada@example.com,Ada\n',
    });
    const { stderr, exitCode, stdout } = await learn(home, path);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
  });

  it('reads nothing where one of its paths does not exist', async () => {
    await using home = await homeWith({ 'a.mbox': toMbox('gmx') });
    const { stdout, exitCode } = await learn(home, '--json a.mbox none.mbox');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  it('masks addresses with --redact', async () => {
    await using home = await homeWith({ 'a.mbox': toMbox('gmx') });
    const { stdout } = await learn(home, '--json --redact a.mbox');
    expect(stdout).not.toContain('ada@example.com');
  });
});

it('an address that the team suppresses is explained as it is verified: nobody is asked', async () => {
  await using home = await homeWith({});
  const run = (line: string) => runCli(line.split(' '), { home: home.path, stdin: '' });
  await run('verify ada@sandbox.test');
  await run('admin suppression add ada@sandbox.test --team default');
  const [plain, explained] = [
    JSON.parse((await run('verify ada@sandbox.test --json')).stdout),
    JSON.parse((await run('verify ada@sandbox.test --json --explain')).stdout),
  ];
  expect(plain).toMatchObject({ detail: 'suppressed' });
  expect(explained).toMatchObject(plain);
  expect(explained.explanation).toMatchObject({ events: [], attempts: 0 });
});

describe('what was learned', () => {
  const run = (home: TemporaryHome, line: string, stdin = '') =>
    runCli(line.split(' '), { home: home.path, stdin });
  const verdictOf = async (home: TemporaryHome, email: string, more = '') => {
    const { stdout } = await run(home, `verify ${email} --json${more}`);
    const { verdict, reason, detail } = JSON.parse(stdout);
    return `${verdict} ${reason} ${detail}`;
  };
  const hard = (email: string) => `{"email":"${email}","type":"hard"}`;

  it('decides the next verification, single and in a list, until a later delivery', async () => {
    await using home = await homeWith({});
    expect(await verdictOf(home, 'ada@sandbox.test')).toBe('deliverable accepted accepted');
    const { stderr } = await run(home, 'learn', hard('ada@sandbox.test'));
    expect(stderr).toContain('New: 1\n');
    expect((await run(home, 'learn', hard('ada@sandbox.test'))).stderr).toContain('New: 0\n');
    const bounced = 'undeliverable mailbox bounced';
    expect(await verdictOf(home, 'ada@sandbox.test')).toBe(bounced);
    expect(await verdictOf(home, 'ada@sandbox.test', ' --no-cache')).toBe(bounced);
    expect((await run(home, 'verify --explain ada@sandbox.test')).stderr).toContain(
      'Mail to it bounced. mailvet verify therefore says undeliverable (bounced)',
    );
    const explained = await run(home, 'verify --explain ada@sandbox.test --json');
    expect(JSON.parse(explained.stdout)).toMatchObject({
      verdict: 'undeliverable',
      reason: 'mailbox',
      detail: 'bounced',
      explanation: { reason: 'bounced', attempts: 0, events: [] },
    });
    writeFileSync(join(home.path, 'list.csv'), 'email\nada@sandbox.test\nbob@sandbox.test\n');
    await run(home, 'batch submit list.csv --wait -o out.jsonl');
    const rows = readFileSync(join(home.path, 'out.jsonl'), 'utf8').trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).detail)).toEqual(['bounced', 'accepted']);
    await run(
      home,
      'learn',
      '{"email":"ada@sandbox.test","event":"delivered","date":"2026-01-01"}',
    );
    expect(await verdictOf(home, 'ada@sandbox.test')).toBe('deliverable accepted accepted');
  });

  it('is judged by a rule of the policy on bounced, in every command', async () => {
    await using home = await homeWith({});
    await run(home, 'learn', hard('ada@sandbox.test'));
    const policy = { rules: [{ if: { detail: 'bounced' }, verdict: 'risky' }] };
    writeFileSync(join(home.path, 'mailvet.json'), JSON.stringify(policy));
    expect(await verdictOf(home, 'ada@sandbox.test')).toBe('risky mailbox bounced');
    expect((await run(home, 'verify --explain ada@sandbox.test')).stderr).toContain(
      'Mail to it bounced. mailvet verify therefore says risky (bounced)',
    );
    writeFileSync(join(home.path, 'list.csv'), 'email\nada@sandbox.test\n');
    await run(home, 'batch submit list.csv --wait -o out.jsonl');
    const row = readFileSync(join(home.path, 'out.jsonl'), 'utf8');
    expect(JSON.parse(row)).toMatchObject({ verdict: 'risky', detail: 'bounced' });
  });

  it('of three accepted addresses makes their domain accept-all', async () => {
    await using home = await homeWith({});
    const names = ['ada', 'bob', 'carl'].map((name) => `${name}@sandbox.test`);
    await run(home, `verify ${names.join(' ')}`);
    await run(home, 'learn', names.map(hard).join('\n'));
    expect(await verdictOf(home, 'dora@sandbox.test')).toBe('risky accept_all accept_all');
    const { stdout } = await run(home, 'verify --explain dora@sandbox.test --json');
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'risky', detail: 'accept_all' });
  });

  it('is nothing with --dry-run', async () => {
    await using home = await homeWith({});
    await run(home, 'learn --dry-run', hard('ada@sandbox.test'));
    expect(await verdictOf(home, 'ada@sandbox.test')).toBe('deliverable accepted accepted');
  });
});
