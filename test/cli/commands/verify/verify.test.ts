import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MailvetError } from '../../../../src/lib/errors.ts';
import { eachTest } from '../../../support/each-test.ts';
import { instantClock, manualClock } from '../../../support/manual-clock.ts';
import { type CliOptions, runCli, temporaryHome } from '../../../support/run-cli.ts';
import {
  BAD_GATEWAY,
  QUOTA_EXCEEDED,
  type StandIn,
  startStandIn,
  tooMany,
} from '../../../support/stand-in.ts';

const service = eachTest(startStandIn);

function verify(service: StandIn, args: readonly string[], options: CliOptions = {}) {
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey, ...options.env };
  return runCli(['verify', ...args], { ...options, env });
}

describe('mailvet verify', () => {
  it('prints one tab-separated line an address when piped', async () => {
    const args = ['ada@b.de', 'undeliverable@b.de', 'support@b.de', 'timeout@b.de'];
    expect(await verify(service, args)).toEqual({
      stdout: [
        'ada@b.de\tdeliverable\taccepted\t95',
        'undeliverable@b.de\tundeliverable\tmailbox\t5',
        'support@b.de\trisky\trole\t75',
        'timeout@b.de\tunknown\tno_answer\t45',
        '',
      ].join('\n'),
      stderr: '',
      exitCode: 0,
    });
  });

  it('ends with a summary on a terminal where there were several', async () => {
    const terminal = ['stderr'] as const;
    const several = await verify(service, ['ada@b.de', 'undeliverable@b.de'], { terminal });
    expect(several.stderr).toContain('2 addresses\n');
    expect(several.stderr).toMatch(/undeliverable.*1 +50\.0 %/);
    expect((await verify(service, ['ada@b.de'], { terminal })).stderr).toBe('');
    expect((await verify(service, ['ada@b.de', 'bob@b.de'])).stderr).toBe('');
  });

  it('prints a table on a terminal, with colours and a suggestion', async () => {
    const { stdout } = await verify(service, ['ada@gmial.com'], { terminal: ['stdout'] });
    expect(stdout).toContain('VERDICT');
    expect(stdout).toContain('\x1b[32mdeliverable');
    expect(stdout).toContain('did you mean ada@gmail.com? (not verified)');
  });

  it('writes notes below their rows where the table is wider than the terminal', async () => {
    const args = ['ada@gmial.com', 'undeliverable@b.de'];
    const terminal = { terminal: ['stdout'], columns: 72, env: { NO_COLOR: '1' } } as const;
    const { stdout } = await verify(service, args, terminal);
    expect(stdout.replace(/ +$/gm, '')).toBe(
      [
        'EMAIL               VERDICT        REASON    SCORE',
        'ada@gmial.com       deliverable    accepted     95',
        '  did you mean ada@gmail.com? (not verified)',
        'undeliverable@b.de  undeliverable  mailbox       5',
        '',
      ].join('\n'),
    );
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('leaves colours off with %j', async (env) => {
    const { stdout } = await verify(service, ['ada@b.de'], { terminal: ['stdout'], env });
    expect(stdout).toContain('VERDICT');
    expect(stdout).not.toContain('\x1b');
  });

  it('prints the object of one argument, and an array otherwise', async () => {
    const one = await verify(service, ['ada@b.de', '--json']);
    expect(JSON.parse(one.stdout)).toEqual({
      email: 'ada@b.de',
      valid: true,
      deliverable: true,
      acceptAll: false,
      role: false,
      temporary: false,
      mx: true,
      smtp: true,
      score: 95,
      verdict: 'deliverable',
      reason: 'accepted',
      error: null,
      detail: null,
      action: 'send',
    });
    const piped = await verify(service, ['--json'], { stdin: 'ada@b.de\n' });
    expect(JSON.parse(piped.stdout)).toMatchObject([{ email: 'ada@b.de' }]);
    const none = await verify(service, ['--json'], { stdin: '\n' });
    expect(JSON.parse(none.stdout)).toEqual([]);
  });

  it('ends at a line of stdin without an end, with the results of those before it', async () => {
    const stdin = `a@b.de\n\n${'a'.repeat(1_100_000)}`;
    const { stdout, stderr, exitCode } = await verify(service, [], { stdin });
    expect(stdout).toMatch(/^a@b\.de\tdeliverable\t.*\n$/);
    expect(stderr).toContain('Line 3 of stdin has more than 1,000,000 characters');
    expect(exitCode).toBe(2);
  });

  it('takes no endless key from stdin', async () => {
    const stdin = 'a'.repeat(1_100_000);
    const done = await verify(service, ['a@b.de', '--api-key-file', '-'], { stdin });
    expect(done.stderr).toContain('stdin has more than 1,000,000 characters');
    expect(done.exitCode).toBe(2);
    expect(service.requests).toEqual([]);
  });

  it('reads stdin where - stands, past BOM, CRLF and blank lines', async () => {
    const stdin = '\ufeffb@b.de\r\n\r\n  Ann <c@b.de>  \r\nd@B.DE';
    const { stdout } = await verify(service, ['a@b.de', '-', 'e@b.de'], { stdin });
    const sent = stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(sent).toEqual(['a@b.de', 'b@b.de', 'c@b.de', 'd@b.de', 'e@b.de', '']);
  });

  it('streams in input order while an earlier address is late', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    service.fail('verify', { kind: 'hold', until: late });
    const run = verify(service, ['a@b.de', 'b@b.de', '--format', 'jsonl']);
    await service.arrived('verify', 2);
    answer();
    const emails = (await run).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).email);
    expect(emails).toEqual(['a@b.de', 'b@b.de']);
  });

  it('gives results as they come with --unordered', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    service.fail('verify', { kind: 'hold', until: late });
    const { stdout } = await verify(service, ['a@b.de', 'b@b.de', '--unordered'], {
      onStdout: (text) => text.includes('\n') && answer(),
    });
    const held = service.requests.map(({ body }) => (body as { email: string }).email)[0];
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(held);
  });

  it('sends nothing for what can not be an address', async () => {
    const { stdout } = await verify(service, ['not an address', 'a@b@c']);
    expect(stdout).toBe(
      'not an address\tundeliverable\tsyntax\t0\na@b@c\tundeliverable\tsyntax\t0\n',
    );
    expect(service.requests).toEqual([]);
  });

  it('asks for a fresh verification with --no-cache', async () => {
    await verify(service, ['a@b.de', '--no-cache']);
    expect(service.requests[0]?.body).toEqual({ email: 'a@b.de', noCache: true });
  });

  it('keeps a field that the service left out unknown', async () => {
    await using service = await startStandIn({ leaveOut: ['deliverable', 'score'] });
    const { stdout } = await verify(service, ['a@b.de', '--json']);
    const expected = { deliverable: null, score: null, verdict: 'unknown', reason: 'incomplete' };
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });

  it('counts a role address as deliverable with --risky-role=false', async () => {
    const { stdout } = await verify(service, ['support@b.de', '--risky-role=false']);
    expect(stdout).toContain('deliverable\taccepted');
  });

  it('guards cells of CSV that a spreadsheet would run', async () => {
    const { stdout } = await verify(service, ['=cmd@b.de', '--format', 'csv']);
    const [header, row] = stdout.split('\n');
    expect(header).toBe(
      'email,valid,deliverable,acceptAll,role,temporary,mx,smtp,score,verdict,reason,error,suggestion,detail',
    );
    expect(row).toMatch(/^'=cmd@b\.de,true,/);
  });
});

describe('the exit code of verify', () => {
  it.each([
    [['a@b.de', '--fail-on', 'risky,undeliverable'], 0],
    [['support@b.de', '--fail-on', 'risky,undeliverable'], 1],
    [['a@b.de', '--min-score', '95'], 0],
    [['a@b.de', '--min-score', '96'], 1],
    [['a@b.de', '--fail-on', 'bad'], 2],
    [['a@b.de', '--min-score', '101'], 2],
    [['a@b.de', '--concurrency', '0'], 2],
    [['a@b.de', '--timeout', '30'], 2],
    [['a@b.de', '--format', 'xml'], 2],
    [['a@b.de', '--risky-role', 'maybe'], 2],
  ])('says what %j comes to: %i', async (args, expected) => {
    expect((await verify(service, args)).exitCode).toBe(expected);
  });

  it('is 2 when stdin would hold the addresses and the key', async () => {
    const { exitCode } = await verify(service, ['--api-key-file', '-'], { stdin: 'a@b.de' });
    expect(exitCode).toBe(2);
  });

  it.for([
    ['', 0],
    ['--json', 0],
    ['--fail-on undeliverable', 2],
    ['--min-score 50', 2],
  ] as const)(
    'of an empty stdin with "%s" is %i, and the notice says why',
    async ([flags, code]) => {
      for (const stdin of ['', '\n \r\n']) {
        const words = flags.split(' ').filter((word) => word !== '');
        const done = await verify(service, words, { stdin });
        expect(done.exitCode).toBe(code);
        expect(done.stderr).toContain('stdin is empty: there is no address to verify');
        expect(done.stdout).toBe(flags === '--json' ? '[]\n' : '');
      }
      expect(service.requests).toEqual([]);
    },
  );

  it('is 2 on a terminal without an address', async () => {
    expect((await verify(service, [], { terminal: ['stdin'] })).exitCode).toBe(2);
  });

  it.for([
    ['the plan limit', QUOTA_EXCEEDED, 'quota', 4],
    ['a key that was revoked', { kind: 'answer', status: 401, body: '' }, 'unauthorized', 3],
  ] as const)('at %s says so, with a row for every address', async ([, fault, code, expected]) => {
    service.fail('verify', { kind: 'hold', until: Promise.resolve() }, fault);
    const stdin = 'a@b.de\nb@b.de\nc@b.de\nnot an address\n';
    const { stdout, stderr, exitCode } = await verify(service, ['--concurrency', '1', '--json'], {
      stdin,
    });
    expect(JSON.parse(stdout)).toMatchObject([
      { email: 'a@b.de', verdict: 'deliverable' },
      { email: 'b@b.de', verdict: 'unknown', reason: 'incomplete' },
      { email: 'c@b.de', verdict: 'unknown', reason: 'incomplete' },
      { email: 'not an address', reason: 'syntax' },
    ]);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code, message: expect.stringContaining('2 addresses not sent') });
    expect(service.requests).toHaveLength(2);
    expect(exitCode).toBe(expected);
  });

  it('is 5 after a dropped connection, which costs its own row alone', async () => {
    service.fail('verify', { kind: 'drop_after' });
    const args = ['a@b.de', 'b@b.de', '--concurrency', '1', '--json'];
    const { stdout, exitCode } = await verify(service, args);
    expect(JSON.parse(stdout)).toMatchObject([
      { email: 'a@b.de', verdict: 'unknown', reason: 'error' },
      { email: 'b@b.de', verdict: 'deliverable' },
    ]);
    expect(service.requests).toHaveLength(2);
    expect(exitCode).toBe(5);
  });

  it('is 5 when a service never answers, after five of all the rows', async () => {
    service.fail('verify', ...Array.from({ length: 9 }, () => ({ kind: 'drop_before' }) as const));
    const args = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}@b.de`);
    const { stdout, stderr, exitCode } = await verify(service, [...args, '--concurrency', '1']);
    const reasons = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[2]);
    expect(reasons).toEqual([...Array(5).fill('error'), 'incomplete', 'incomplete']);
    expect(stderr).toContain('2 addresses not sent');
    expect(service.requests).toHaveLength(5);
    expect(exitCode).toBe(5);
  });

  it('is 130 after an interrupt, with what was under way and a row for every address', async () => {
    const stop = new AbortController();
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    service.fail('verify', { kind: 'hold', until: late });
    const run = verify(service, ['a@b.de', 'b@b.de', '--concurrency', '1'], {
      signal: stop.signal,
      onStderr: (text) => text.includes('Stopping') && answer(),
    });
    await service.arrived('verify');
    stop.abort(new MailvetError('interrupted', 'Interrupted'));
    const { stdout, exitCode } = await run;
    expect(stdout).toBe('a@b.de\tdeliverable\taccepted\t95\nb@b.de\tunknown\tincomplete\t\n');
    expect(service.requests).toHaveLength(1);
    expect(exitCode).toBe(130);
  });

  it('is 5 when --timeout runs out, which is named, and no address of ours is', async () => {
    service.fail('verify', { kind: 'swallow' });
    const args = ['a@b.de', 'b@b.de', '--concurrency', '1', '--timeout', '300ms'];
    const clock = manualClock();
    const run = verify(service, args, { clock });
    await service.arrived('verify');
    clock.advance(300);
    const { stdout, stderr, exitCode } = await run;
    expect(stdout).toBe('a@b.de\tunknown\terror\t\nb@b.de\tunknown\tincomplete\t\n');
    expect(stderr).toContain('--timeout ran out');
    expect(stderr).not.toContain('127.0.0.1');
    expect(exitCode).toBe(5);
  });

  it('is 5 when one address could not be asked about, with the others written', async () => {
    service.fail('verify', BAD_GATEWAY);
    const args = ['a@b.de', 'b@b.de', '--concurrency', '1', '--json'];
    const { stdout, exitCode } = await verify(service, args);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        email: 'a@b.de',
        verdict: 'unknown',
        reason: 'error',
        error: expect.stringContaining('502'),
      },
      { email: 'b@b.de', verdict: 'deliverable' },
    ]);
    expect(exitCode).toBe(5);
  });

  it('is 5 when the only address could not be asked about, and nothing is written', async () => {
    service.fail('verify', BAD_GATEWAY);
    const { stdout, exitCode } = await verify(service, ['a@b.de', '--json']);
    expect(stdout).toBe('');
    expect(exitCode).toBe(5);
  });

  it('is 5 when the service asks to wait beyond --timeout', async () => {
    service.fail('verify', tooMany('3600'));
    const clock = instantClock({ endless: 1 });
    const { stderr, exitCode } = await verify(service, ['a@b.de', '--timeout', '1m'], { clock });
    expect(exitCode).toBe(5);
    expect(stderr).toContain('too often');
  });

  it('is 130 when the user interrupts', async () => {
    const stop = new AbortController();
    service.fail('verify', { kind: 'hold', until: new Promise(() => {}) });
    const run = verify(service, ['a@b.de'], { signal: stop.signal });
    await service.arrived('verify');
    stop.abort(new MailvetError('interrupted', 'Interrupted'));
    expect((await run).exitCode).toBe(130);
  });
});

describe('the output file of verify', () => {
  it('gets the format of its extension, and is not replaced without --force', async () => {
    await using home = await temporaryHome();
    const write = (...args: string[]) =>
      verify(service, ['a@b.de', '-o', 'out.csv', ...args], { home: home.path });
    const content = () => readFile(join(home.path, 'out.csv'), 'utf8');
    expect(await write()).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(await content()).toContain('a@b.de,true');
    const again = await write('--json');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('--force');
    await write('--json', '--force');
    expect(await content()).toContain('a@b.de,true');
    await write('--json', '-o', 'out');
    const other = await readFile(join(home.path, 'out'), 'utf8');
    expect(JSON.parse(other)).toMatchObject({ email: 'a@b.de' });
  });

  it('is not left behind when the key is refused', async () => {
    await using home = await temporaryHome();
    const args = ['a@b.de', '-o', 'out.csv', '--api-key', 'wrong'];
    expect((await verify(service, args, { home: home.path })).exitCode).toBe(3);
    await expect(readFile(join(home.path, 'out.csv'))).rejects.toThrow('ENOENT');
  });
});

describe('text from the service', () => {
  it('reaches neither terminal nor pipe with control characters', async () => {
    const hostile = '\x1b]0;owned\x07\x1b[2Ja@b.de\t\n\x9b1m\u202e';
    for (const terminal of [[], ['stdout', 'stderr']] as const) {
      for (const format of ['text', 'csv', 'json', 'jsonl']) {
        const message = { statusCode: 400, message: hostile };
        service.fail('verify', { kind: 'answer', status: 400, body: message });
        const args = ['a@b.de', 'b@b.de', '--format', format];
        const { stdout, stderr } = await verify(service, args, {
          terminal,
          env: { NO_COLOR: '1', TERM: 'dumb' },
        });
        expect(stdout + stderr).toContain('a@b.de');
        expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      }
    }
  });
});

describe('a line with several addresses', () => {
  it('is reported as such, like a cell of a list, and nothing is sent', async () => {
    const { stdout } = await verify(service, ['a@b.de, c@d.de']);
    expect(stdout).toBe('a@b.de, c@d.de\tunknown\tseveral_addresses\t\n');
    expect(service.requests).toEqual([]);
  });
});

describe('mailvet verify --reporter', () => {
  it('annotates with the line of stdin, and masks addresses with --redact', async () => {
    const stdin = '\nada@b.de\n\nundeliverable@b.de\nsupport@b.de\n';
    const done = await verify(service, ['--reporter', 'github', '--redact'], { stdin });
    expect(done.stdout).toContain('undeliverable@b.de');
    expect(done.stderr.split('\n')).toEqual([
      '::error title=undeliverable (mailbox)::u***@b.de on line 4: undeliverable (mailbox), score 5',
      '::warning title=risky (role)::s***@b.de on line 5: risky (role), score 75',
      '',
    ]);
  });

  it('writes JUnit, and refuses a file that exists before anything is sent', async () => {
    await using home = await temporaryHome();
    const args = ['undeliverable@b.de', '--reporter', 'junit=t.xml', '--min-score', '50'];
    expect((await verify(service, args, { home: home.path })).exitCode).toBe(1);
    const xml = await readFile(join(home.path, 't.xml'), 'utf8');
    expect(xml).toContain('<testcase classname="verify" name="undeliverable@b.de">');
    expect(xml).toContain('the lowest score is 5, under 50');
    const sent = service.requests.length;
    expect((await verify(service, args, { home: home.path })).exitCode).toBe(2);
    expect(service.requests).toHaveLength(sent);
  });

  it('masks the address of an error, too', async () => {
    const args = ['-o', 'ann@b.de/out.csv', 'ann@b.de', '--redact'];
    const { stderr } = await verify(service, args);
    expect(stderr).toContain('***@b.de');
    expect(stderr).not.toContain('ann@');
  });
});
