import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROLS } from '../../src/contract/controls.ts';
import { FLAG_NAMES, NOTHING_VALID } from '../../src/contract/facts.ts';
import { OUTCOMES } from '../../src/contract/outcomes.ts';
import { decodeResult, encodeResult, formatResult, parseResult } from '../../src/result/codec.ts';
import type { Result } from '../../src/result/result.ts';
import { foundResult } from '../support/found-result.ts';
import { runs } from '../support/property-runs.ts';

const ADDRESS = 'ann@x.test';
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const time = fc.integer({ min: 0, max: 4e12 });
const count = fc.nat(1000);
/** As replies are quoted: without control characters. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((words) => words.replace(/\p{Cc}/gu, '')),
  fc.constantFrom(`<${ADDRESS}> $& $1 unknown`, '"@"', '\\u0001'),
);

const results: fc.Arbitrary<Result> = fc.record({
  facts: fc
    .tuple(fc.double({ min: 0, max: 100, noNaN: true }), ...FLAG_NAMES.map(() => fc.boolean()))
    .map(([score, ...flags]) => {
      const named = Object.fromEntries(FLAG_NAMES.map((name, at) => [name, flags[at] ?? false]));
      return { ...NOTHING_VALID, ...named, score: score + 0 };
    }),
  decided: fc.boolean(),
  reason: fc.constantFrom('accepted', 'no_mailbox', 'greylisted'),
  evidence: fc.record({
    provider: orNull(text),
    mxHost: orNull(text),
    egress: orNull(text),
    free: orNull(fc.boolean()),
    reply: orNull(
      fc.record({ code: fc.integer({ min: 200, max: 599 }), enhanced: orNull(text), text }),
    ),
    rule: orNull(text),
    control: orNull(fc.constantFrom(...CONTROLS)),
    attempts: orNull(count),
    retryAfter: orNull(time),
    outcome: orNull(
      fc.record({
        kind: fc.constantFrom(...OUTCOMES),
        at: orNull(time),
        addresses: fc.integer({ min: 1, max: 100 }),
        reply: orNull(text),
        source: orNull(text),
      }),
    ),
    domainOutcomes: orNull(fc.record({ delivered: count, bounced: count, since: time })),
  }),
  checkedAt: time,
  cached: fc.boolean(),
});

const decoded = (result: Result, address: string, other = address) =>
  decodeResult(encodeResult(result, address).text, {
    address: other,
    checkedAt: result.checkedAt,
  });

describe('a stored result', () => {
  it('is what it was, whatever replies say', () => {
    fc.assert(
      fc.property(results, fc.constantFrom(ADDRESS, '', 'a"b@x.test'), (result, address) => {
        expect(decoded(result, address)).toEqual(result);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is one text with its time, too', () => {
    fc.assert(
      fc.property(results, (result) => {
        expect(parseResult(formatResult(result))).toEqual(result);
      }),
    );
  });

  it('has neither time nor address: those of a session are the same text', () => {
    const refused = (address: string, checkedAt: number) =>
      foundResult({
        evidence: { reply: { code: 550, enhanced: '5.1.1', text: `<${address}>: unknown` } },
        checkedAt,
      });
    const ann = encodeResult(refused(ADDRESS, 1_000), ADDRESS);
    expect(ann).toEqual(encodeResult(refused('bob@x.test', 2_000), 'bob@x.test'));
    expect(ann.isMarked).toBe(true);
    expect(decodeResult(ann.text, { address: 'bob@x.test', checkedAt: 2_000 })).toEqual(
      refused('bob@x.test', 2_000),
    );
  });

  it('is found without a time from its retry alone', () => {
    const at = (checkedAt: number) =>
      encodeResult(foundResult({ evidence: { retryAfter: 60_000 }, checkedAt }), ADDRESS).text;
    expect(at(1)).toBe(at(2));
  });

  it.each([
    null,
    7,
    '',
    '{}',
    '[]',
    'no JSON',
    encodeResult(foundResult(), '').text.replace('accepted ', ''),
    encodeResult(foundResult(), '').text.replace('null', '7'),
    encodeResult(foundResult(), '').text.replace('100', '101'),
    encodeResult(foundResult(), '').text.replace('[', '[-'),
    encodeResult(foundResult(), '').text.replace('[', '[9'),
  ])('is not read from anything else: %j', (stored) => {
    expect(decodeResult(stored, { address: ADDRESS, checkedAt: 0 })).toBeUndefined();
  });

  it.each([null, undefined, '0', Number.NaN, 9e15])(
    'is not read with a time of %j',
    (checkedAt) => {
      const { text: stored } = encodeResult(foundResult(), ADDRESS);
      expect(decodeResult(stored, { address: ADDRESS, checkedAt })).toBeUndefined();
    },
  );
});
