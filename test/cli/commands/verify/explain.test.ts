import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explanationLines, redactStory } from '../../../../src/cli/commands/verify/explain.ts';
import { toRecord } from '../../../../src/cli/render/results.ts';
import { NO_EVIDENCE } from '../../../../src/verifier/engine/finding.ts';
import { runCli, type TemporaryHome, temporaryHome } from '../../../support/run-cli.ts';

describe('verify --explain', () => {
  it('tells the result, its reason, the reply and what to do', async () => {
    const { stdout, exitCode } = await runCli(['verify', '--explain', 'full@sandbox.test']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('result      undeliverable (mailbox), score 20');
    expect(stdout).toContain('detail      full: The mailbox exists, but it is full.');
    expect(stdout).toMatch(/^reply {7}552 /m);
  });

  it.each([
    ['support@sandbox.test', 'role', 'Leave it out of mailings'],
    ['ann@disposable.sandbox.test', 'disposable', 'Leave it out: '],
  ])(
    'advises on %s by its verdict, not by the reply of the host',
    async (email, reason, advice) => {
      const { stdout } = await runCli(['verify', '--explain', email]);
      expect(stdout).toContain(`result      risky (${reason})`);
      expect(stdout).toMatch(
        new RegExp(`^detail      accepted: .* It is ${reason}: .*${advice}`, 'm'),
      );
      expect(stdout).not.toContain('Send.');
      const json = JSON.parse((await runCli(['verify', '--explain', email, '--json'])).stdout);
      expect(json.explanation).toMatchObject({
        reason: 'accepted',
        advice: expect.stringContaining(advice),
      });
    },
  );

  it('shows the dialogue with the host of the sandbox, marked as one', async () => {
    const { stdout } = await runCli(['verify', '--explain', 'full@sandbox.test']);
    expect(stdout).toContain('sandbox: a simulated mail host answers');
    expect(stdout).toMatch(/DNS {3}MX sandbox.test: 10 mx.sandbox.test/);
    expect(stdout).toMatch(/> {5}RCPT TO:<full@sandbox.test>/);
    expect(stdout).toMatch(/< {5}552 /);
    const json = JSON.parse(
      (await runCli(['verify', '--explain', 'greylisted@sandbox.test', '--json'])).stdout,
    );
    expect(json.explanation.sandbox).toBe(true);
    const codes = json.explanation.events.flatMap((event: { event: string; code?: number }) =>
      event.event === 'reply' ? event.code : [],
    );
    expect(codes).toContain(451);
    expect(codes.lastIndexOf(250)).toBeGreaterThan(codes.indexOf(451));
  });

  it('is JSON with --json', async () => {
    const { stdout } = await runCli(['verify', '--explain', 'greylisted@x@sandbox.test', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'undeliverable',
      detail: 'syntax',
      explanation: { reason: 'syntax', events: [], mxHost: null },
    });
  });

  it('needs the embedded service', async () => {
    const env = { MAILVET_BASE_URL: 'https://service.test', MAILVET_API_KEY: 'key' };
    const args = ['verify', '--explain', 'a@sandbox.test'];
    const { stdout, stderr, exitCode } = await runCli(args, { env });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain('--explain needs the embedded service');
  });

  it.each([
    [['verify', '--explain']],
    [['verify', '--explain', '-']],
    [['verify', '--explain', 'a@b.test', 'c@d.test']],
    [['verify', '--explain', 'a@b.test', '-o', 'x.csv']],
    [['verify', '--explain', 'a@b.test', '--format', 'csv']],
  ])('refuses %j', async (args) => {
    const { stdout, exitCode } = await runCli(args, { stdin: '' });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});

it('the story says who was asked, what was said and by which rule it counts', async () => {
  const facts = { valid: true, deliverable: false, acceptAll: false, role: false };
  const result = { ...facts, temporary: false, mx: true, smtp: true, score: 0 };
  const email = 'bob@a.test';
  const reply = { code: 550, enhanced: '5.1.1', text: 'User unknown' };
  const evidence = { ...NO_EVIDENCE, mxHost: 'mx.a.test', provider: 'a.test', attempts: 1, reply };
  const lines = await explanationLines(
    toRecord(email, { verification: result }, {}),
    {
      isSandbox: false,
      finding: { email, ...result, decided: true, reason: 'no_mailbox', evidence },
      events: [
        {
          after: 3,
          ...{ event: 'dns', server: '192.0.2.53 53', type: 'MX', name: 'a.test' },
          ...{ kind: 'records', records: [{ preference: 10, exchange: 'mx.a.test' }] },
        },
        {
          after: 20,
          event: 'host',
          egress: 'default',
          host: 'mx.a.test',
          kind: 'connected',
          address: '192.0.2.1',
        },
        { after: 30, event: 'sent', command: 'RCPT TO:<xabcdefghijkmnpqrstuv@a.test>' },
        { after: 1234, event: 'reply', code: 550, lines: ['5.1.1 no \u001b[31muser', 'bye'] },
        {
          after: 1234,
          ...{ event: 'judged', stage: 'rcpt', rule: 'plainly-missing' },
          ...{ because: 'plain words', meaning: 'no_mailbox' },
        },
        { after: 5000, event: 'fault', fault: 'closed' },
      ],
    },
    Date.UTC(2026, 10, 22),
  );
  expect(lines).toEqual([
    'How bob@a.test was verified (2026-11-22T00:00:00.000Z):',
    '   0.00 s  DNS   MX a.test: 10 mx.a.test (asked 192.0.2.53 port 53)',
    '   0.02 s  host  mx.a.test: connected to 192.0.2.1',
    '   0.03 s  >     RCPT TO:<xabcdefghijkmnpqrstuv@a.test>',
    '                 (a random address: does the domain accept any name?)',
    '   1.23 s  <     550 5.1.1 no user',
    '           <     550 bye',
    '   1.23 s  rule  plainly-missing means no_mailbox: plain words',
    '   5.00 s  !     the host closed the connection',
    '',
    'result      undeliverable (mailbox), score 0',
    'detail      no_mailbox: The mail server knows no such mailbox. Remove it.',
    'provider    a.test',
    'mail host   mx.a.test',
    'reply       550 5.1.1 User unknown',
    'accept-all  tested, without a result that counts',
    'sessions    1',
  ]);
});

describe('verify --explain --redact', () => {
  const email = 'jane.doe+news@a.test';
  const facts = { valid: true, deliverable: false, acceptAll: false, role: false };
  const result = { ...facts, temporary: false, mx: true, smtp: true, score: 0 };
  const reply = {
    code: 550,
    enhanced: '5.1.1',
    text: '<Jane.Doe+news@a.test>: user jane.doe unknown',
  };
  const evidence = { ...NO_EVIDENCE, mxHost: 'mx.a.test', reply };
  const { record, explanation } = redactStory({
    record: toRecord(email, { verification: result }, {}),
    explanation: {
      isSandbox: false,
      finding: { email, ...result, decided: true, reason: 'no_mailbox', evidence },
      events: [
        { after: 1, event: 'sent', command: `RCPT TO:<${email}>` },
        {
          after: 2,
          event: 'reply',
          code: 550,
          lines: ['5.1.1 JANE.DOE+news: no such user', reply.text],
        },
        { after: 3, event: 'sent', command: 'RCPT TO:<xabcdefghijkmnpqrstuv@a.test>' },
      ],
    },
  });

  it('shows no address in any line, and says what was asked', async () => {
    const text = (await explanationLines(record, explanation, 0)).join('\n');
    expect(text).not.toMatch(/jane|\bdoe\b/i);
    expect(text).toContain('RCPT TO:<j***@a.test>');
    expect(text).toContain('user j*** unknown');
    expect(text).toContain('(a random address: does the domain accept any name?)');
  });

  it('says what became of mail to the domain, and nothing where that is not known', async () => {
    const linesFor = (more: Partial<typeof record>) =>
      explanationLines({ ...record, ...more }, explanation, 0);
    const since = Date.UTC(2026, 5, 3);
    expect(await linesFor({ domainOutcomes: { delivered: 12, bounced: 2, since } })).toContain(
      'your mail   12 of 14 addresses of this domain got their mail since June 2026',
    );
    expect((await linesFor({})).join('\n')).not.toContain('your mail');
  });

  it.each([[[]], [['--json']]])('shows no address of the whole program %j', async (flags) => {
    const args = ['verify', '--explain', '--redact', 'undeliverable+x@sandbox.test', ...flags];
    const { stdout, stderr } = await runCli(args);
    expect(stdout + stderr).not.toContain('undeliverable+x');
    expect(stdout).toContain('u***@sandbox.test');
  });

  it('shows nothing of a cell that is no address', async () => {
    const { stdout } = await runCli(['verify', '--explain', '--redact', 'jane.doe(at)a.test']);
    expect(stdout).not.toContain('jane');
  });
});

const run = (home: TemporaryHome, line: string, stdin = '') =>
  runCli(line.split(' '), { home: home.path, stdin });
const DOMAIN = 'accept-all.sandbox.test';
const ANN = `ann.lee@${DOMAIN}`;
const line = (name: string, event: string) =>
  JSON.stringify({ email: `${name}@${DOMAIN}`, event, timestamp: 1_767_225_600 });
const OUTCOMES = [...['ada', 'ben', 'carl', 'dora'].map((name) => line(name, 'delivered'))].join(
  '\n',
);

it('shows what became of mail to the domain, filters by it, and judges by it', async () => {
  await using home = await temporaryHome();
  const columns = '--columns email,verdict,domain_delivered,domain_bounced,domain_since';
  expect((await run(home, `verify ${columns} ${ANN}`)).stdout).toBe(`${ANN}\trisky\t\t\t\n`);
  await run(home, 'learn', OUTCOMES);
  const known = '4\t0\t2026-01-01T00:00:00.000Z';
  expect((await run(home, `verify ${columns} ${ANN}`)).stdout).toBe(`${ANN}\trisky\t${known}\n`);
  const list = `email\n${ANN}\nok@sandbox.test\n`;
  const submit = (more: string) =>
    run(
      home,
      `batch submit - --wait --yes --again --columns verdict,domain_delivered ${more}`,
      list,
    );
  expect((await submit('--only delivered>=3')).stdout).toBe(
    `email,verdict,domain_delivered\n${ANN},risky,4\n`,
  );
  const bounced = await submit('--only bounceShare>0');
  expect(bounced.exitCode).toBe(0);
  expect(bounced.stdout).not.toContain('@');
  const policy = join(home.path, 'policy.json');
  const rule = { reason: 'accept_all', delivered: { min: 3 }, bounceShare: { max: 0.05 } };
  await writeFile(policy, JSON.stringify({ rules: [{ if: rule, verdict: 'deliverable' }] }));
  expect((await submit(`--policy ${policy}`)).stdout).toContain(`${ANN},deliverable,4`);
  const { stdout } = await run(home, `verify --explain ${ANN}`);
  expect(stdout).toContain('4 of 4 addresses of this domain got their mail since January 2026');
});
