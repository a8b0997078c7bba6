import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeJson, safeLine, safeLines } from '../../src/lib/safe-text.ts';
import { anyText } from '../support/any-text.ts';

describe('text for a terminal', () => {
  it.each([
    ['\x1b[31mred\x1b[0m', 'red'],
    ['\x1b]0;title\x07a', 'a'],
    ['\x1b]8;;http://x\x1b\\link', 'link'],
    ['two\r\nlines', 'two lines'],
    ['tab\tbed', 'tab bed'],
    ['\x9b31m', '31m'],
    ['right\u202eleft', 'right left'],
    ['read\u{e0020}\u{e0073}\u{e0065}me', 'read me'],
    ['zero\u200bwidth', 'zero width'],
    ['\ufeffmark', 'mark'],
    ['grüße ✓ 👩‍💻', 'grüße ✓ 👩‍💻'],
  ])('loses what steers it: %j', (text, expected) => {
    expect(safeLine(text)).toBe(expected);
  });

  it('keeps its lines and tabs where there are several', () => {
    expect(safeLines('a\tb\r\nc\x1b[2J\x9b\u202ed\re\n')).toBe('a\tb\r\nc  d e\n');
  });

  it('never holds a control character', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(safeLine(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
      }),
    );
  });
});

describe('JSON for a terminal', () => {
  it('shows what nobody sees', () => {
    expect(safeJson('a\u{e0073}\u200b')).toBe('"a\\udb40\\udc73\\u200b"');
  });

  it('reads back as it was, without a control character', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(safeJson(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        expect(JSON.parse(safeJson(text))).toBe(text);
      }),
    );
  });
});
