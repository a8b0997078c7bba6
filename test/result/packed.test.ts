import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DETAIL_REASONS } from '../../src/contract/detail-reasons.ts';
import {
  ELSEWHERE,
  isPacked,
  packComparable,
  packEvidence,
  packResult,
  unpackEvidence,
  unpackResult,
} from '../../src/result/packed.ts';
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
test('a packed result comes out as it was, or is reported as unpackable', () => {
  fc.assert(
    fc.property(verification, (expected) => {
      const code = packResult(ADDRESS, expected);
      if (isPacked(code)) expect(unpackResult(code, ADDRESS)).toEqual(expected);
      else expect(code).toBe(ELSEWHERE);
    }),
    { numRuns: runs(2000) },
  );
});

test('a plain result needs nothing but its code', () => {
  const plain = { email: ADDRESS, valid: true, deliverable: true, mx: true, smtp: true };
  const scores = [undefined, 0, 95, 100];
  const reasons = Object.keys(DETAIL_REASONS);
  const results = [
    ...scores.map((score) => ({ ...plain, score })),
    ...reasons.map((reason) => ({ ...plain, detail: { reason } })),
  ];
  for (const one of results) expect(packResult(ADDRESS, one)).toSatisfy(isPacked);
});

test('what fits of a result says its verdict and its reasons', () => {
  fc.assert(
    fc.property(verification, (given) => {
      const { score, detail } = given;
      const reason = detail && { reason: detail.reason };
      const fits = { ...given, email: ADDRESS, detail: reason };
      expect(packComparable(ADDRESS, given)).toBe(packResult(ADDRESS, { ...fits, score }));
    }),
  );
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

const known = fc.record({
  mxHost: fc.string(),
  reply: fc.record({
    code: fc.integer({ min: 200, max: 599 }),
    enhanced: fc.constant('5.1.1'),
    // As hosts' replies are quoted: without control characters.
    text: fc
      .array(fc.oneof(fc.string(), fc.constantFrom(ADDRESS, `na@x.org<${ADDRESS}>`, '\\u0001')))
      .map((parts) => parts.join(' ').replace(/\p{Cc}/gu, '')),
  }),
  checkedAt: fc.integer({ min: 1, max: 2e12 }),
});

test('what decided comes out as it was, whatever the reply says', () => {
  fc.assert(
    fc.property(known, fc.constantFrom(ADDRESS, 'other@y.org'), (given, address) => {
      const packed = packEvidence(address, given);
      expect(packed && unpackEvidence(address, packed)).toEqual(given);
    }),
  );
});

test('addresses of a host share a reply that names each of them', () => {
  const replyTo = (address: string) => ({
    mxHost: 'mx.x.org',
    reply: { code: 550, text: `<${address}>: no such user` },
    checkedAt: 1,
  });
  const texts = ['a@x.org', 'b@x.org'].map((one) => packEvidence(one, replyTo(one))?.text);
  expect(new Set(texts).size).toBe(1);
});

test('there is nothing to keep where no host was asked, or a text is too long to be ours', () => {
  expect(packEvidence(ADDRESS, { checkedAt: 1 })).toBeUndefined();
  expect(packEvidence(ADDRESS, { mxHost: 'x'.repeat(20_000) })).toBeUndefined();
});
