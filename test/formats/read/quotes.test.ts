import { describe, expect, it } from 'vitest';
import { openQuoteLine, quoteAroundLine } from '../../../src/formats/read/quotes.ts';

describe('openQuoteLine', () => {
  it.each([
    ['"a', 0],
    ['a,"b\nc",d\n"e', 2],
    ['a,"b\r\nc","d\r\ne', 1],
    ['5" pipe,"b\n', 0],
    ['x\ry,"z', 1],
    ['x,"y"', undefined],
  ])('counts the line ends before the open one in %j', (text, lines) => {
    expect(openQuoteLine(text, ',')).toBe(lines);
  });
});

describe('quoteAroundLine', () => {
  it.each([
    ['p\n"a ""b"" c\nx",y', 2, 1],
    ['"a\nb","c\nd\ne"', 2, 1],
    ['"a\nb","c\nd\ne"', 1, 0],
  ])('finds in %j the quotation mark around line %i', (text, line, expected) => {
    expect(quoteAroundLine(text, ',', line)).toBe(expected);
  });
});
