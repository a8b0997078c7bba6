/** What `mailvet verify` makes of stdin with one address per line. */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limitInput } from '../../../../src/cli/commands/verify/limit-input.ts';
import { openPipe } from '../../../../src/cli/commands/verify/piped-input.ts';
import type { Clock } from '../../../../src/lib/clock.ts';
import { instantClock } from '../../../support/manual-clock.ts';
import { runCli } from '../../../support/run-cli.ts';
import { type StandIn, startStandIn } from '../../../support/stand-in.ts';

async function verify(service: StandIn, stdin: string | Uint8Array, ...flags: string[]) {
  const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
  return await runCli(['verify', ...flags], { env, stdin });
}

it('a workbook on stdin stops before anything is verified', async () => {
  await using service = await startStandIn();
  const workbook = new URL('../../../../fixtures/lists/workbook.xlsx', import.meta.url);
  const done = await verify(service, await readFile(workbook));
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('stdin is an Excel workbook (.xlsx)');
  expect(done.stderr).toContain('mailvet clean <file>');
});

it('a program on stdin stops before anything is verified', async () => {
  await using service = await startStandIn();
  const done = await verify(service, Buffer.from('\x7fELF\x02\x01\0\0a@b.test\n', 'latin1'));
  expect(done).toMatchObject({ exitCode: 2, stdout: '' });
  expect(done.stderr).toContain('stdin is not a text file: it has NUL bytes');
});

describe('lines of addresses are verified', () => {
  it.each([
    ['with a name of the column first', 'email\na@b.test\n', ['a@b.test']],
    ['with a quoted name of the column first', '"E-Mail-Adresse"\r\n"a@b.test"\r\n', ['a@b.test']],
    [
      'with names and commas',
      '"Doe, Jane" <a@b.test>\nDoe, Jane <c@b.test>\nd@b.test,\n',
      ['a@b.test', 'c@b.test', 'd@b.test'],
    ],
    ['behind a text that is no header', 'hello, world\na@b.test\n', ['hello, world', 'a@b.test']],
    ['with the line ends of old Macs', 'a@b.test\rc@b.test\r', ['a@b.test', 'c@b.test']],
    ['behind a domain', 'gmail.com\na@b.test\n', ['gmail.com', 'a@b.test']],
    ['where a name of a column stands alone', 'email\n', ['email']],
    ['where it stands elsewhere', 'a@b.test\nemail\n', ['a@b.test', 'email']],
    [
      'in UTF-16',
      Buffer.from('\ufeffa@b.test\r\nc@b.test\r\n', 'utf16le'),
      ['a@b.test', 'c@b.test'],
    ],
    [
      'in UTF-16 without a mark',
      Buffer.from('a@b.test\r\nc@b.test\r\n', 'utf16le'),
      ['a@b.test', 'c@b.test'],
    ],
  ])('%s', async (_, stdin, expected) => {
    await using service = await startStandIn();
    const { stdout, exitCode } = await verify(service, stdin);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(expected);
  });

  it('with a notice of the name that is left out', async () => {
    await using service = await startStandIn();
    const { stderr } = await verify(service, 'email\na@b.test\n');
    expect(stderr).toContain('Line 1 of stdin names the column (email): it is left out');
  });
});

it('a row that comes behind addresses is unknown, never undeliverable, and ends in 2', async () => {
  await using service = await startStandIn();
  const stdin = 'a@b.test\nAnn,c@b.test\nAnn|d@b.test\ne@b.test\n';
  const done = await verify(service, stdin, '--format', 'jsonl');
  expect(
    done.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { email: 'a@b.test', verdict: 'deliverable' },
    {
      email: 'Ann,c@b.test',
      verdict: 'unknown',
      error: 'line 2 of stdin is a row of a table: 2 cells between ",", one of them an address',
    },
    { email: 'Ann|d@b.test', verdict: 'unknown' },
    { email: 'e@b.test', verdict: 'deliverable' },
  ]);
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('2 of 4 addresses could not be verified: line 2 of stdin is a row');
  expect(done.stderr).toContain('mailvet batch submit - --wait --format jsonl');
  expect(service.requestsOf('verify')).toHaveLength(2);
});

/** The lines of a stream that shows at once what it is. */
async function linesOf(stream: Readable) {
  const { signal } = new AbortController();
  const notice = async () => {};
  const opened = await openPipe({ stream, reading: {}, clock: STANDING, signal, hint: '', notice });
  if (opened.kind !== 'lines') throw new Error('a list');
  return opened.lines[Symbol.asyncIterator]();
}

describe('the first lines of a stream', () => {
  it('are passed on before the next ones arrive', async () => {
    const stream = new Readable({ read() {} });
    stream.push('a@b.test\n');
    const lines = await linesOf(stream);
    expect(await lines.next()).toEqual({ done: false, value: { text: 'a@b.test', line: 1 } });
    stream.push('c@b.test\n');
    expect(await lines.next()).toEqual({ done: false, value: { text: 'c@b.test', line: 2 } });
    stream.destroy();
  });

  it('are held back for one more line where the first may be a row', async () => {
    const stream = new Readable({ read() {} });
    stream.push('Ann,a@b.test\n');
    const lines = linesOf(stream);
    stream.push('c@b.test\n');
    expect((await (await lines).next()).value).toEqual({ text: 'Ann,a@b.test', line: 1 });
    stream.destroy();
  });

  it('are held back no further than 25 lines without an address', async () => {
    const stream = new Readable({ read() {} });
    stream.push('no address\n'.repeat(25));
    const lines = await linesOf(stream);
    expect((await lines.next()).value).toEqual({ text: 'no address', line: 1 });
    stream.destroy();
  });
});

/** Whose pauses never end. */
const STANDING = instantClock({ endless: 0 });

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number += 1) yield number;
}

async function taken(source: AsyncIterable<number>, clock: Clock) {
  const found: number[] = [];
  const refusal = (passed: number) => new Error(`refused after ${passed}`);
  try {
    for await (const each of limitInput(source, { most: 3, clock, refusal })) found.push(each);
  } catch (error) {
    return { found, message: (error as Error).message };
  }
  return { found };
}

describe('an input with a limit', () => {
  it('is given out whole up to the limit', async () => {
    expect(await taken(numbers(3), STANDING)).toEqual({ found: [1, 2, 3] });
    expect(await taken(numbers(3), instantClock())).toEqual({ found: [1, 2, 3] });
    expect(await taken(numbers(0), STANDING)).toEqual({ found: [] });
  });

  it('is refused before anything is given out, where it is there at once', async () => {
    expect(await taken(numbers(4), STANDING)).toEqual({ found: [], message: 'refused after 0' });
  });

  it('ends at the limit where it arrives slowly', async () => {
    const { promise: pause, resolve } = Promise.withResolvers<void>();
    const clock: Clock = { ...STANDING, sleep: () => pause };
    async function* slowly() {
      yield 1;
      resolve();
      await new Promise(setImmediate);
      yield* [2, 3, 4];
    }
    expect(await taken(slowly(), clock)).toEqual({ found: [1, 2, 3], message: 'refused after 3' });
  });

  it('fails as its source does, after what came before', async () => {
    async function* broken() {
      yield 1;
      throw new Error('gone');
    }
    expect(await taken(broken(), STANDING)).toEqual({ found: [1], message: 'gone' });
  });
});

describe('verify of more than 10,000 addresses on stdin', () => {
  const stdin = Array.from({ length: 10_001 }, (_, at) => `p${at}@x.test\n`).join('');

  it('sends nothing to a service that charges without --yes', async () => {
    await using service = await startStandIn();
    const env = { MAILVET_BASE_URL: service.url, MAILVET_API_KEY: service.apiKey };
    const done = await runCli(['verify'], { env, stdin, clock: STANDING });
    expect(done).toMatchObject({ exitCode: 2, stdout: '' });
    expect(done.stderr).toContain('stdin has more than 10,000 addresses, and the service charges');
    expect(done.stderr).toContain('Nothing was sent');
    expect(done.stderr).toContain('mailvet verify --yes');
    expect(service.requests).toEqual([]);
  });
});
