import { expect, it } from 'vitest';
import { endOfDay } from '../../src/lib/iso-time.ts';

it.each([
  ['2027-01-31', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
  ['2026-12-31', '2027-01-01T00:00:00.000Z'],
])('the end of %s is %s', (text, end) => {
  expect(new Date(endOfDay(text) ?? 0).toISOString()).toBe(end);
});

it.each(['', '2027-02-30', '2027-13-01', '2027-1-3', '31.01.2027', '2027-01-31T00:00', 'tomorrow'])(
  '%j is no day',
  (text) => {
    expect(endOfDay(text)).toBeUndefined();
  },
);
