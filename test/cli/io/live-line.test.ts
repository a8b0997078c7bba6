import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '../../../src/cli/context.ts';
import { createLiveLine } from '../../../src/cli/io/live-line.ts';
import { ask } from '../../../src/cli/io/prompt.ts';
import { TerminalScreen } from '../../support/terminal-screen.ts';

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
