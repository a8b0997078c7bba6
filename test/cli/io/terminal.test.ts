import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '../../../src/cli/context.ts';
import { ask } from '../../../src/cli/io/prompt.ts';
import {
  asciiOutput,
  asciiText,
  createLiveLine,
  isAsciiLocale,
  PLAIN,
} from '../../../src/cli/io/terminal.ts';
import { progressBar } from '../../../src/cli/render/progress.ts';
import { bar, column } from '../../../src/cli/render/summary.ts';
import { english } from '../../support/english.ts';
import { runCli, temporaryHome } from '../../support/run-cli.ts';
import { TerminalScreen } from '../../support/terminal-screen.ts';

const IS_ASCII = /^[\n\x20-\x7e]*$/;

it.each([
  [{}, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'POSIX' }, true],
  [{ LANG: 'C.UTF-8' }, false],
  [{ LANG: 'de_DE.UTF-8' }, false],
  [{ LANG: 'de_DE.utf8@euro' }, false],
  [{ LANG: 'de_DE.ISO-8859-1' }, true],
  [{ LANG: 'de_DE' }, false],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C' }, true],
  [{ LANG: 'C', LC_CTYPE: 'en_US.UTF-8' }, false],
  [{ LANG: 'de_DE.UTF-8', LC_ALL: '' }, false],
])('with %j a terminal has ASCII alone: %s', (env, expected) => {
  expect(isAsciiLocale(env)).toBe(expected);
});

it('bars, charts and signs have a form in ASCII, as wide as they were', () => {
  const verdicts = { deliverable: 3, risky: 1, undeliverable: 2, unknown: 1 };
  const nothing = { openBatches: [], waiting: [], elapsed: 0, doneBefore: 0 };
  const moment = {
    total: 10,
    done: 7,
    sent: 10,
    verdicts,
    ...nothing,
    left: { kind: 'unknown' } as const,
  };
  const style = { text: english, palette: PLAIN, widthOf: ({ length }: string) => length };
  const lines = [
    progressBar(moment, 100, style),
    ...Array.from({ length: 100 }, (_, n) => `${bar(n / 100, 10)}|${column(n / 100)}`),
  ];
  for (const line of lines) {
    expect(asciiText(line)).toMatch(IS_ASCII);
    expect(asciiText(line)).toHaveLength(line.length);
  }
});

/** The symbols of the program's own texts. Foreign scripts in patterns that read lists don't count. */
it('every symbol that the commands write has one', () => {
  const symbols = readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/ascii|address-lines|wrap\.ts/.test(name))
    .flatMap((name) => codeOf(join('src/cli', name)).match(/[^\x00-\x7f]/gu) ?? []);
  expect([...new Set(symbols)].filter((symbol) => !IS_ASCII.test(asciiText(symbol)))).toEqual([]);
});

it.each([['--help'], ['clean', '--help'], ['help', 'lists'], ['help', 'man']])(
  'help has ASCII alone under LC_ALL=C: %s %s',
  async (...line) => {
    await using home = await temporaryHome();
    const env = { LC_ALL: 'C' };
    const { stdout } = await runCli(line, { home: home.path, env });
    expect(stdout).toMatch(IS_ASCII);
    expect(stdout.length).toBeGreaterThan(100);
  },
);

it('text is written in ASCII, and the bytes of files as they are', async () => {
  const written: (string | Uint8Array)[] = [];
  const output = asciiOutput({
    isTTY: false,
    columns: undefined,
    stream: process.stdout,
    write: async (chunk) => void written.push(chunk),
  });
  await output.write('Reading list.csv …');
  await output.write(Buffer.from('ä…'));
  expect(written).toEqual(['Reading list.csv ...', Buffer.from('ä…')]);
});

/** Without comments. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
}

function terminal(columns = 40) {
  const screen = new TerminalScreen(columns);
  const writes: string[] = [];
  const raw: Output = {
    isTTY: true,
    columns,
    stream: new PassThrough(),
    write: async (chunk) => {
      writes.push(String(chunk));
      screen.write(chunk);
    },
  };
  const live = createLiveLine(raw, {});
  return { screen, writes, live, stderr: live.above(raw), stdout: live.above(raw) };
}

describe('the live line', () => {
  it('stays in view while text is written above it', async () => {
    const { screen, live, stderr, stdout } = terminal();
    await live.show('one half');
    await stderr.write('a notice\n');
    await stdout.write(Buffer.from('batch_1\nbatch_2\n'));
    await live.show('all of it');
    await screen.settled();
    expect(screen.frames).toEqual([
      'one half',
      'a notice\none half',
      'a notice\nbatch_1\nbatch_2\none half',
      'a notice\nbatch_1\nbatch_2\nall of it',
    ]);
  });

  it('is drawn over no line that has not ended', async () => {
    const { screen, live, stderr } = terminal();
    await live.show('reading');
    await stderr.write('Which one? ');
    await live.show('still reading');
    await stderr.write('2\n');
    await screen.settled();
    expect(screen.frames.at(-1)).toBe('Which one? 2\nstill reading');
    expect(screen.frames).not.toContain('still reading');
  });

  it('is back behind the answer to a question', async () => {
    const { screen, live, stderr } = terminal();
    const input = new PassThrough();
    const stdin = { isTTY: true, stream: input };
    const answer = ask({ stdin, stderr, signal: new AbortController().signal }, 'Go on? ');
    input.write('y\r');
    expect(await answer).toBe('y');
    await live.show('one half');
    await screen.settled();
    expect(screen.frames.at(-1)).toBe('Go on? y\none half');
  });

  it('hides the cursor while it is there and brings it back', async () => {
    const { writes, live } = terminal();
    await live.show('a');
    await live.show('b');
    await live.clear();
    await live.clear();
    expect(writes).toEqual(['\x1b[?25l\ra\x1b[K', '\rb\x1b[K', '\r\x1b[K\x1b[?25h']);
  });

  it('writes nothing where it would change nothing', async () => {
    const { writes, live } = terminal();
    await live.show('a');
    await live.show('a');
    expect(writes).toHaveLength(1);
  });

  it('is not there where no line can be written over', async () => {
    const output = { isTTY: true } as Output;
    expect(createLiveLine(output, { TERM: 'dumb' }).isLive).toBe(false);
    expect(createLiveLine({ ...output, isTTY: false }, {}).isLive).toBe(false);
  });
});

describe('a spinner', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows nothing of what is over at once', async () => {
    const { writes, live } = terminal();
    await live.spin(() => 'Reading')[Symbol.asyncDispose]();
    vi.advanceTimersByTime(1000);
    expect(writes).toEqual([]);
  });

  it('turns beside its text, never wider than the terminal, and is gone in the end', async () => {
    const { writes, live } = terminal(20);
    const spinning = live.spin(() => 'Reading contacts-of-the-year.csv');
    vi.advanceTimersByTime(200);
    await spinning[Symbol.asyncDispose]();
    expect(writes.map(stripVTControlCharacters)).toEqual([
      '\r⠋ Reading contacts-',
      '\r⠙ Reading contacts-',
      '\r',
    ]);
  });
});
