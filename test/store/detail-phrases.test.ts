import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expandDetail, shortenDetail } from '../../src/store/details/detail-phrases.ts';

const CHARACTERS = Array.from({ length: 18 }, (_, at) => String.fromCharCode(2 + at));
const PHRASES = CHARACTERS.map(expandDetail);

it('a detail is what it was, whatever it says', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...PHRASES), fc.string()))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, fc.string({ unit: 'binary' }), (json, reply) => {
      const detail = JSON.stringify({ reason: 'accepted', provider: json, reply: { text: reply } });
      expect(expandDetail(shortenDetail(detail))).toBe(detail);
      expect(expandDetail(detail)).toBe(detail);
      expect(expandDetail(shortenDetail(json))).toBe(json);
    }),
  );
});

it('each phrase is one character', () => {
  expect(PHRASES.map(shortenDetail)).toEqual(CHARACTERS);
});

it('phrases that databases have never change', () => {
  const all = createHash('sha256').update(PHRASES.join('\n')).digest('hex');
  expect(all.slice(0, 16)).toBe('b904974d25c3cf13');
});

it('most of a detail is phrases', () => {
  const detail =
    '{"reason":"accepted","provider":"x.test","mxHost":"mx.x.test","egress":"default","free":false,' +
    '"reply":{"code":250,"enhanced":"2.1.5","text":"Ok"},"rule":"accepted","control":"refused_behind",' +
    '"checkedAt":"@","attempts":1,"retryAfter":null}';
  expect(shortenDetail(detail)).toMatch(/^.x\.test.mx\.x\.test.Ok.$/s);
});
