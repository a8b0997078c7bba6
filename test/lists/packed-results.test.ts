import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DETAIL_REASONS } from '../../src/contract/detail-reasons.ts';
import type { RowResult } from '../../src/formats/write/outcome.ts';
import { packResults, readCodes, unpackResult } from '../../src/lists/file/packed-results.ts';
import { runs } from '../support/property-runs.ts';

const ADDRESS = 'a@x.org';
const flag = fc.constantFrom(undefined, true, false);
const verification = fc.record({
  email: fc.constantFrom(undefined, ADDRESS, 'A@X.ORG'),
  valid: flag,
  deliverable: flag,
  acceptAll: flag,
  role: flag,
  temporary: flag,
  mx: flag,
  smtp: flag,
  score: fc.oneof(fc.constant(undefined), fc.integer({ min: -1, max: 130 }), fc.constant(0.5)),
  detail: fc.constantFrom(
    undefined,
    ...Object.keys(DETAIL_REASONS).map((reason) => ({ reason })),
    { reason: 'of_a_newer_service' },
    { reason: 'greylisted', retryAfter: 1_800_000_000_000 },
  ),
});
const result: fc.Arbitrary<RowResult | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ verification, error: fc.constantFrom(undefined, '', 'on fire') }),
  fc.record({ verification }),
  fc.record({ error: fc.string() }),
);

test('a packed result comes out as it was, or is reported as unpackable', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 5 }), (results) => {
      const { codes, others } = packResults(
        results.map(() => ADDRESS),
        results,
      );
      const read = readCodes(codes);
      results.forEach((expected, index) => {
        const elsewhere = () => (others.includes(index) ? expected : { error: 'not to be asked' });
        expect(unpackResult(read[index], ADDRESS, elsewhere)).toEqual(expected);
      });
    }),
    { numRuns: runs(2000) },
  );
});

test('a plain result needs nothing but its code', () => {
  const plain = { email: ADDRESS, valid: true, deliverable: true, mx: true, smtp: true };
  const scores = [undefined, 0, 95, 100];
  const reasons = Object.keys(DETAIL_REASONS);
  const results = [
    ...scores.map((score) => ({ verification: { ...plain, score } })),
    ...reasons.map((reason) => ({ verification: { ...plain, detail: { reason } } })),
  ];
  const { codes, others } = packResults(
    results.map(() => ADDRESS),
    results,
  );
  expect({ size: codes.length, others }).toEqual({ size: 4 * results.length, others: [] });
});

test('an address beyond the codes has no result', () => {
  expect(unpackResult(readCodes(new Uint8Array())[0], ADDRESS, () => ({}))).toBeUndefined();
});

test('each fine reason keeps the number under which earlier job files have it', () => {
  const numbers = Object.entries(DETAIL_REASONS).map(([reason, { number }]) => [number, reason]);
  expect(numbers.sort(([a], [b]) => Number(a) - Number(b)).slice(0, 21)).toEqual([
    [1, 'accepted'],
    [2, 'accept_all'],
    [3, 'accepts_all_until_data'],
    [4, 'exists_busy'],
    [5, 'syntax'],
    [6, 'no_mx'],
    [7, 'null_mx'],
    [8, 'no_mailbox'],
    [9, 'full'],
    [10, 'disabled'],
    [11, 'dns_failure'],
    [12, 'dns_untrusted'],
    [13, 'no_connection'],
    [14, 'no_answer'],
    [15, 'out_of_step'],
    [16, 'greylisted'],
    [17, 'blocked'],
    [18, 'refused_network'],
    [19, 'deferred'],
    [20, 'unclear'],
    [21, 'internal'],
  ]);
  expect(new Set(numbers.map(([number]) => number)).size).toBe(numbers.length);
  for (const [number] of numbers) expect(Number(number)).toBeLessThan(512);
});
