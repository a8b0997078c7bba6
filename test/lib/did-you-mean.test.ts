import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/lib/did-you-mean.ts';

const word = fc.string({ maxLength: 12 });

describe('editDistance', () => {
  it.each([
    ['gmail', 'gmail', 0],
    ['gmial', 'gmail', 1],
    ['gmai', 'gmail', 1],
    ['gmaill', 'gmail', 1],
    ['gnail', 'gmail', 1],
    ['hotmal.con', 'hotmail.com', 2],
    ['', 'ab', 2],
  ])('between %j and %j is %d', (a, b, distance) => {
    expect(editDistance(a, b, 20)).toBe(distance);
  });

  it('is the same both ways, and none only between equals', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 20)).toBe(editDistance(b, a, 20));
        expect(editDistance(a, b, 20) === 0).toBe(a === b);
      }),
    );
  });

  it('does not count what is too far by length alone', () => {
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
  });
});

it('says only that it is more, beyond what may count', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, most) => {
      const exact = editDistance(a, b, 40);
      const bounded = editDistance(a, b, most);
      if (exact <= most) expect(bounded).toBe(exact);
      else expect(bounded).toBeGreaterThan(most);
    }),
  );
});
