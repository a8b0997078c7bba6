/** What `mailvet verify` makes of tables and JSON on stdin: the same with the results behind each row. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { eachTest } from '../../../support/each-test.ts';
import { instantClock } from '../../../support/manual-clock.ts';
import { type CliOptions, runCli, temporaryHome } from '../../../support/run-cli.ts';
import { QUOTA_EXCEEDED, startStandIn } from '../../../support/stand-in.ts';

const service = eachTest(startStandIn);

async function verify(
  stdin: CliOptions['stdin'] & {},
  args: readonly string[] = [],
  options: CliOptions = {},
) {
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey, ...options.env };
  return await runCli(['verify', ...args], { ...options, env, stdin });
}

async function output(stdin: string | Uint8Array, ...args: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await verify(stdin, args);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout;
}

describe('a table on stdin comes out as it was, with the results behind each row:', () => {
  it.each([
    [
      'CSV',
      'id,E-Mail,Name\r\n1,ann@b.test,"Smith, ""Ann"""\r\n2,undeliverable@b.test,\r\n',
      'id,E-Mail,Name,verdict,reason,suggestion\r\n1,ann@b.test,"Smith, ""Ann""",deliverable,accepted,\r\n2,undeliverable@b.test,,undeliverable,mailbox,\r\n',
    ],
    [
      'semicolons below sep=',
      'sep=;\nName;Mail\nAnn;ann@gmial.com',
      'sep=;\nName;Mail;verdict;reason;suggestion\nAnn;ann@gmial.com;deliverable;accepted;ann@gmail.com',
    ],
    ['one row between tabs', 'Ann\tann@b.test', 'Ann\tann@b.test\tdeliverable\taccepted\t'],
    [
      'rows without a header, a blank line and one without an address',
      'Ann,ann@b.test\n\nBob,\nCy,nothing of use\n',
      'Ann,ann@b.test,deliverable,accepted,\n\nBob,,,empty,\nCy,nothing of use,undeliverable,syntax,\n',
    ],
    [
      'a title above the header',
      'Export of May\nKunde;Kontakt\nAnn;ann@b.test\n',
      'Export of May\nKunde;Kontakt;verdict;reason;suggestion\nAnn;ann@b.test;deliverable;accepted;\n',
    ],
    [
      'a column that is called verdict',
      'email,Verdict\nann@b.test,good\n',
      'email,Verdict,mailvet_verdict,reason,suggestion\nann@b.test,good,deliverable,accepted,\n',
    ],
    ['a header alone', 'id;E-Mail\n', 'id;E-Mail;verdict;reason;suggestion\n'],
    [
      'a header that names the column, without any address',
      'id,email\n1,\n2,foo\n',
      'id,email,verdict,reason,suggestion\n1,,,empty,\n2,foo,undeliverable,syntax,\n',
    ],
    [
      'a cell with several addresses',
      'id,email\n1,"a@b.test, c@b.test"\n2,a@b.test\n',
      'id,email,verdict,reason,suggestion\n1,"a@b.test, c@b.test",unknown,several_addresses,\n2,a@b.test,deliverable,accepted,\n',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffName;Mail\r\nÄnn;ann@b.test\r\n', 'utf16le'),
      '\ufeffName;Mail;verdict;reason;suggestion\r\nÄnn;ann@b.test;deliverable;accepted;\r\n',
    ],
  ])('%s', async (_, stdin, expected) => {
    expect(await output(stdin)).toBe(expected);
  });

  it('with the columns that are named', async () => {
    const stdin = 'email;a\nann@b.test;1\n';
    const named = await output(stdin, '--columns', 'verdict,score');
    expect(named).toBe('email;a;verdict;score\nann@b.test;1;deliverable;95\n');
    const [header] = (await output(stdin, '--columns', 'all')).split('\n');
    expect(header).toBe(
      'email;a;mailvet_email;valid;deliverable;acceptAll;role;temporary;mx;smtp;score;verdict;reason;error;suggestion;detail',
    );
  });

  it('by the column, the delimiter and the header that are named', async () => {
    const two = 'email,other\na@b.test,undeliverable@b.test\n';
    expect(await output(two, '--column', 'other')).toBe(
      'email,other,verdict,reason,suggestion\na@b.test,undeliverable@b.test,undeliverable,mailbox,\n',
    );
    expect(await output(two, '--column', '1', '--column', '2', '--columns', 'verdict')).toBe(
      'email,other,email_verdict,other_verdict\na@b.test,undeliverable@b.test,deliverable,undeliverable\n',
    );
    expect(await output('x:a@b.test\n', '--delimiter', ':', '--no-header')).toBe(
      'x:a@b.test:deliverable:accepted:\n',
    );
  });

  it('in another encoding than UTF-8, with a mark', async () => {
    const stdin = Buffer.from('Name,email\nM\xfcller,a@b.test\n', 'latin1');
    expect(await output(stdin)).toBe(
      '\ufeffName,email,verdict,reason,suggestion\nMüller,a@b.test,deliverable,accepted,\n',
    );
  });

  it('also where a row behind the first ones is longer', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `p${at},a@b.test\n`).join('');
    const stdin = Readable.from([`name,email\n${rows.repeat(2)}`, 'long,a@b.test,x,y\n']);
    const { stdout, stderr } = await verify(stdin);
    expect(stdout).toMatch(/\nlong,a@b\.test,x,y,deliverable,accepted,\n$/);
    expect(stderr).toContain('Line 6002 of stdin has 4 cells, the rows before it 2');
  });
});

describe('JSON on stdin comes out as it was, with the fields behind those of each object:', () => {
  it.each([
    [
      'JSON lines',
      '{"id":10000000000000000001,"email":"a@b.test"}\n\n{"id":2, "email":null}\n{"id":3,"email":"undeliverable@b.test"}',
      [
        '{"id":10000000000000000001,"email":"a@b.test","verdict":"deliverable","reason":"accepted","suggestion":null}',
        '{"id":2, "email":null,"verdict":null,"reason":"empty","suggestion":null}',
        '{"id":3,"email":"undeliverable@b.test","verdict":"undeliverable","reason":"mailbox","suggestion":null}',
        '',
      ].join('\n'),
    ],
    [
      'an array',
      '[\n  {\n    "contact": {"mail": "a@b.test"}\n  },\n  {"contact": {}}\n]\n',
      '[\n{\n    "contact": {"mail": "a@b.test"},"verdict":"deliverable","reason":"accepted","suggestion":null},\n{"contact": {},"verdict":null,"reason":"empty","suggestion":null}\n]\n',
    ],
    [
      'an array of addresses',
      '["a@b.test"]',
      '[\n{"address":"a@b.test","verdict":"deliverable","reason":"accepted","suggestion":null}\n]\n',
    ],
    ['an empty array', '[]\n', '[]\n'],
  ])('%s', async (_, stdin, expected) => {
    expect(await output(stdin)).toBe(expected);
  });

  it('under another name, where an object has the name', async () => {
    const first = '{"email":"a@b.test","verdict":"x"}\n';
    expect(await output(first, '--columns', 'verdict')).toBe(
      '{"email":"a@b.test","verdict":"x","mailvet_verdict":"deliverable"}\n',
    );
    const many = Readable.from(['{"email":"a@b.test"}\n'.repeat(4000), first]);
    const { stdout } = await verify(many, ['--columns', 'verdict']);
    expect(stdout).toMatch(
      /\n\{"email":"a@b.test","verdict":"x","mailvet_verdict":"deliverable"\}\n$/,
    );
    expect(stdout).toMatch(/^\{"email":"a@b.test","verdict":"deliverable"\}\n/);
  });

  it('for --jq and --json=<fields>, line by line', async () => {
    const stdin = '{"id":1,"email":"a@b.test"}\n{"id":2,"email":"undeliverable@b.test"}\n';
    const filter = 'select(.verdict=="deliverable") | .id';
    expect(await output(stdin, '--jq', filter)).toBe('1\n');
    expect(await output(stdin, '--json=email,score')).toBe(
      '{"email":"a@b.test","score":95}\n{"email":"undeliverable@b.test","score":5}\n',
    );
    expect(await output(stdin, '--json', '--jq', 'map(.id) | add')).toBe('3\n');
    expect(JSON.parse(await output(stdin, '--json'))).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  it('and so does a table, as JSON', async () => {
    const stdin = 'id,email\n1,a@b.test\n';
    const row = { id: '1', email: 'a@b.test', verdict: 'deliverable', reason: 'accepted' };
    expect(JSON.parse(await output(stdin, '--json'))).toEqual([{ ...row, suggestion: null }]);
    expect(JSON.parse(await output(stdin, '--format', 'jsonl'))).toMatchObject(row);
    expect(await output(stdin, '--format', 'text')).toBe('a@b.test\tdeliverable\taccepted\t95\n');
  });
});

describe('a filter', () => {
  it('writes only the rows that are meant', async () => {
    const stdin = 'email,n\na@b.test,1\nundeliverable@b.test,2\n,3\n';
    expect(await output(stdin, '--only', 'deliverable')).toBe(
      'email,n,verdict,reason,suggestion\na@b.test,1,deliverable,accepted,\n',
    );
    expect(await output(stdin, '--exclude', 'deliverable')).toBe(
      'email,n,verdict,reason,suggestion\nundeliverable@b.test,2,undeliverable,mailbox,\n,3,,empty,\n',
    );
    expect(await output('a@b.test\nundeliverable@b.test\n', '--only', 'score<50')).toBe(
      'undeliverable@b.test\tundeliverable\tmailbox\t5\n',
    );
    const args = ['a@b.test', 'undeliverable@b.test', '--only', 'undeliverable', '--fail-on'];
    expect(await verify('', [...args, 'deliverable'])).toMatchObject({
      stdout: 'undeliverable@b.test\tundeliverable\tmailbox\t5\n',
      exitCode: 1,
    });
  });

  it('asks about an address once', async () => {
    await output('email,n\na@b.test,1\nA@B.test,2\na@b.test,3\na@B.TEST,4\n');
    const sent = service.requestsOf('verify').map(({ body }) => body);
    expect(sent).toEqual([{ email: 'a@b.test' }, { email: 'A@b.test' }]);
  });

  it('gives out a row as soon as it is verified, while the next one is not there', async () => {
    const stdin = new PassThrough();
    const seen = new PassThrough();
    const sleep = (ms: number, signal?: AbortSignal) =>
      ms < 1000 ? Promise.resolve() : systemClock.sleep(ms, signal);
    const clock = { ...systemClock, sleep };
    const run = verify(stdin, [], { clock, stdout: seen });
    stdin.write('email,n\na@b.test,1\n');
    await once(seen, 'data');
    stdin.end('c@b.test,2\n');
    expect((await run).stdout).toBe(
      'email,n,verdict,reason,suggestion\na@b.test,1,deliverable,accepted,\nc@b.test,2,deliverable,accepted,\n',
    );
  });

  it('writes a row for everything where the service sends no more', async () => {
    service.fail('verify', QUOTA_EXCEEDED);
    const stdin = 'email,n\na@b.test,1\nc@b.test,2\n';
    const { stdout, stderr, exitCode } = await verify(stdin, ['--concurrency', '1']);
    expect(stdout).toBe(
      'email,n,verdict,reason,suggestion\na@b.test,1,unknown,incomplete,\nc@b.test,2,unknown,incomplete,\n',
    );
    expect(stderr).toContain('2 addresses not sent');
    expect(exitCode).toBe(4);
  });

  it('ends with 2 at text in another encoding, behind what came before', async () => {
    const rows = 'aaaaaaaaaaaaaaaaaaaaaa,a@b.test\n'.repeat(3000);
    const last = Buffer.from('M\xfcller,c@b.test\n', 'latin1');
    const stdin = Readable.from([Buffer.from(`name,email\n${rows}`), last]);
    const { stdout, stderr, exitCode } = await verify(stdin);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 3002');
    expect(stdout.split('\n').length).toBeGreaterThan(2000);
  });

  it('writes a file in the format of its name', async () => {
    await using home = await temporaryHome();
    await verify('email;n\na@b.test;1\n', ['-o', 'out.jsonl'], { home: home.path });
    expect(await readFile(join(home.path, 'out.jsonl'), 'utf8')).toBe(
      '{"email":"a@b.test","n":"1","verdict":"deliverable","reason":"accepted","suggestion":null}\n',
    );
  });

  it('sends no more than 10,000 rows to a service that charges without --yes', async () => {
    const rows = Array.from({ length: 10_001 }, (_, at) => `${at},p${at}@x.test\n`).join('');
    const clock = instantClock({ endless: 0 });
    const done = await verify(`id,email\n${rows}`, [], { clock });
    expect(done.exitCode).toBe(2);
    expect(done.stderr).toContain('Nothing was sent');
    expect(service.requests).toEqual([]);
  });

  it('takes no list beside arguments', async () => {
    const done = await verify('id,email\n1,a@b.test\n', ['a@b.test', '-']);
    expect(done.exitCode).toBe(2);
    expect(done.stderr).toContain('it can not go with addresses as arguments');
  });

  it('names several columns of addresses that are as good', async () => {
    const done = await verify('email,mail\na@b.test,c@b.test\n');
    expect(done).toMatchObject({ stdout: '', exitCode: 2 });
    expect(done.stderr).toContain('--column 1');
  });
});
