import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  enhancedCodeOf,
  isCut,
  NotSmtp,
  REPLY_BOUNDS,
  type Reply,
  ReplyReader,
  textOf,
} from '../../../src/verifier/smtp/reply.ts';

const read = (...chunks: readonly string[]) => {
  const reader = new ReplyReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk, 'latin1')));
};

describe('ReplyReader', () => {
  it.each<[string, string[], Reply[]]>([
    ['one line', ['250 Ok\r\n'], [{ code: 250, lines: ['Ok'] }]],
    ['several lines', ['250-a\r\n250-b\r\n250 c\r\n'], [{ code: 250, lines: ['a', 'b', 'c'] }]],
    [
      'what ends a line elsewhere',
      ['250 a\xe2\x80\xa8b\xe2\x80\xa9c\r\n'],
      [{ code: 250, lines: ['a b c'] }],
    ],
    ['a bare code', ['250\r\n'], [{ code: 250, lines: [''] }]],
    ['bare line feeds', ['250-a\n250 b\n'], [{ code: 250, lines: ['a', 'b'] }]],
    [
      'two at once',
      ['250 a\r\n550 b\r\n'],
      [
        { code: 250, lines: ['a'] },
        { code: 550, lines: ['b'] },
      ],
    ],
    [
      'the same words again, alone and at the end of several lines',
      ['250 a\r\n250 a\r\n250-b\r\n250 a\r\n250 a\r\n'],
      [['a'], ['a'], ['b', 'a'], ['a']].map((lines) => ({ code: 250, lines })),
    ],
    ['split anywhere', ['25', '0-a\r', '\n250', ' b\r\n'], [{ code: 250, lines: ['a', 'b'] }]],
    ['an unfinished one', ['250-a\r\n250-b'], []],
    ['control characters', ['250 a\x1b[31m\x00b\r\n'], [{ code: 250, lines: ['a [31m b'] }]],
  ])('reads %s', (_, chunks, replies) => {
    expect(read(...chunks)).toEqual(replies);
  });

  it.each([
    ['a line without code', 'hello\r\n'],
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n'],
    ['a code out of range', '650 what\r\n'],
    ['an endless line', '250 '.padEnd(REPLY_BOUNDS.line + 10, 'a')],
    ['a line that is too long', `${'250 '.padEnd(REPLY_BOUNDS.line + 10, 'a')}\r\n`],
    ['an endless reply', '250-a\r\n'.repeat(REPLY_BOUNDS.lines + 1)],
    ['a heavy reply', `250-${'a'.repeat(2000)}\r\n`.repeat(40)],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow(NotSmtp);
  });

  it.each([
    ['a line of as many as RFC 5321 allows', `550 ${'a'.repeat(506)}\r\n`, 506, false],
    ['a longer line', `550 ${'a'.repeat(1500)}\r\n`, 508, true],
    ['a line whose last letter is cut', `550 ${'a'.repeat(507)}ü\r\n`, 508, true],
  ])('keeps 512 octets of %s', (_, text, length, cut) => {
    const [reply, next] = read(text, '550 next\r\n');
    expect(reply?.lines.map((line) => line.length)).toEqual([length]);
    expect(reply?.isCut === true).toBe(cut);
    expect(next).toEqual({ code: 550, lines: ['next'] });
  });

  it('takes no cut reply for the same one again', () => {
    const [short, long] = read(`550 ${'a'.repeat(507)}\r\n`, `550 ${'a'.repeat(600)}\r\n`);
    expect([short, long].map((reply) => reply && isCut(reply))).toEqual([false, true]);
  });

  it('keeps no words behind 4,096 octets of a reply', () => {
    const line = `250-${'a'.repeat(500)}\r\n`;
    const [reply] = read(`${line.repeat(12)}250 STARTTLS\r\n`);
    expect(reply?.lines.filter((one) => one !== '')).toHaveLength(8);
    expect(reply?.lines).toHaveLength(13);
    expect(reply?.isCut).toBe(true);
  });

  it('holds little of a line of ten megabytes', () => {
    const reader = new ReplyReader();
    const chunk = Buffer.alloc(65_536, 'a');
    expect(() => {
      for (let sent = 0; sent < 10_000_000; sent += chunk.length) reader.push(chunk);
    }).toThrow(NotSmtp);
  });

  it('reads the same however the stream is cut', () => {
    const text = '220-a\r\n220 b\r\n250 c\r\n550-5.1.1 d\r\n550 5.1.1 e\r\n';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = edges.slice(1).map((end, at) => text.slice(edges[at], end));
        expect(read(...chunks)).toEqual(read(text));
      }),
    );
  });
});

describe('enhancedCodeOf', () => {
  it.each([
    ['5.1.1 User unknown', '5.1.1'],
    ['#5.1.0 Address rejected', '5.1.0'],
    ['5.7.606 Access denied', '5.7.606'],
    ['User unknown (#5.1.1)', undefined],
    ['5.1.1.2 is a version', undefined],
    ['192.0.2.1 refused', undefined],
    ['', undefined],
  ])('finds in %j: %s', (line, code) => {
    expect(enhancedCodeOf({ code: 550, lines: [line] })).toBe(code);
  });
});

describe('textOf', () => {
  it('has 800 characters of a long reply, which is known to be cut', () => {
    const whole = { code: 550, lines: ['a'.repeat(500), 'b'.repeat(300)] };
    const long = { code: 550, lines: [...whole.lines, 'c'] };
    expect([isCut(whole), textOf(whole)]).toEqual([false, `${'a'.repeat(500)} ${'b'.repeat(300)}`]);
    expect([isCut(long), textOf(long)]).toEqual([true, textOf(whole)]);
    expect(textOf({ code: 550, lines: ['d'.repeat(900)] })).toBe('d'.repeat(800));
  });

  it('joins the lines without the code that begins each', () => {
    expect(textOf({ code: 550, lines: ['5.1.1 The account', '5.1.1 does not exist'] })).toBe(
      'The account does not exist',
    );
  });
});
