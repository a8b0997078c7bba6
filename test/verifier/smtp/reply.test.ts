import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  enhancedCodeOf,
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
  it('joins the lines without the code that begins each', () => {
    expect(textOf({ code: 550, lines: ['5.1.1 The account', '5.1.1 does not exist'] })).toBe(
      'The account does not exist',
    );
  });
});
