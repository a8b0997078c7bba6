import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { toEmail, toReply, toTime } from '../../src/outcomes/observed.ts';
import { runs } from '../support/property-runs.ts';

const AT = '2026-03-10T08:15:00.000Z';

test.each([
  ['Tue, 10 Mar 2026 09:15:00 +0100 (Central European Time)', AT],
  ['Tue, 10 Mar 2026 09:15:00 CET', AT],
  ['Tue, 10 Mar 2026 08:15:00 GMT (a (b)', AT],
  ['2026-03-10 08:15:00', AT],
  ['10-03-2026 08:15:00', AT],
  ['10-03-2026 08:15', AT],
  ['10-03-2026 09:15:00 +0100', AT],
  ['31-03-2026', '2026-03-31T00:00:00.000Z'],
  ['03-31-2026', '2026-03-31T00:00:00.000Z'],
  ['3-3-2026', '2026-03-03T00:00:00.000Z'],
  ['32-01-2026', null],
  ['00-00-2026', null],
  ['1773130500', AT],
  [1773130500, AT],
  ['Tue, 10 Mar 2026 08:15:00 )', null],
  [`2026 ${'('.repeat(1_000_000)}`, null],
  [`2026${' '.repeat(1_000_000)}x`, null],
  [`${' '.repeat(1_000_000)}2026-03-10`, null],
])('the date %j is %s', (text, time) => {
  expect(toTime(text)).toBe(time);
});

it('takes the bracket at the end of a date away as an expression does that tries each one', () => {
  const unit = fc.constantFrom('(', ')', ' ', 'x');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (end) => {
      const before = `2026-03-10 08:15:00 +0000 ${end}`.trim().replace(/\s*\([^)]*\)\s*$/, '');
      expect(toTime(`2026-03-10 08:15:00 +0000 ${end}`)).toBe(toTime(before));
    }),
    { numRuns: runs(2000) },
  );
});

test('a text that is longer than any address is none, and a long reply is cut', () => {
  expect(toEmail(`${'<'.repeat(1_000_000)}ann@x.org`)).toBeNull();
  expect(toEmail('<ann@x.org>')).toBe('ann@x.org');
  expect(toReply(`550${' '.repeat(1_000_000)}`)).toBe('550');
  expect(toReply('a'.repeat(1_000_000))).toHaveLength(1000);
});
