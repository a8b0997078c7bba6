import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { addressesIn } from '../../../src/service/lists/written-lists.ts';
import { runs } from '../../support/property-runs.ts';

test.each([
  ['Ann <ann@x.org>, “bob@x.org”; (carl＠x.org)', ['ann@x.org', 'bob@x.org', 'carl＠x.org']],
  ["'ann@x.org'. ’bob@x.org’!?", ['ann@x.org', 'bob@x.org']],
  ['@x.org ann@ @ ann', []],
  ['a@@b rosa@@gmail.com', ['a@@b', 'rosa@@gmail.com']],
])('in %j stand %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

/** What the addresses were found by before: the square of the text in time. */
const AROUND_AT = /[^\s<>()[\]{}"“”„«»,;:|]+[@＠][^\s<>()[\]{}"“”„«»,;:|]+/gu;
const before = (text: string) =>
  (text.match(AROUND_AT) ?? []).map((each) => each.replace(/^['’]+|[.'’!?]+$/g, ''));

it('finds in any text what an expression of both sides finds', () => {
  const unit = fc.constantFrom('@', '＠', 'a', '.', "'", '!', ' ', '<', '𝒳', ',', 'é');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      expect(addressesIn(text)).toEqual(before(text));
    }),
    { numRuns: runs(5000) },
  );
});

it.each(['a', 'a@', "'", "'a", '@', '.', ' '])('reads a megabyte of %j in a moment', (part) => {
  const text = `x@y.z ${part.repeat(1_000_000 / part.length)}!`;
  const used = process.cpuUsage();
  expect(addressesIn(text)[0]).toBe('x@y.z');
  // The square of it takes minutes.
  expect(process.cpuUsage(used).user).toBeLessThan(5_000_000);
});
