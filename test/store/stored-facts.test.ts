import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXAMPLE_FACTS, FLAG_NAMES, NOTHING_VALID } from '../../src/contract/facts.ts';
import { formatFacts, parseFacts } from '../../src/store/stored-row.ts';

it('facts are read as they were written', () => {
  const score = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(12.5));
  const flags = fc.tuple(...FLAG_NAMES.map((name) => fc.boolean().map((is) => [name, is])));
  fc.assert(
    fc.property(score, flags, (score, flags) => {
      const facts = { ...NOTHING_VALID, ...Object.fromEntries(flags), score };
      expect(parseFacts(formatFacts(facts))).toEqual(facts);
    }),
  );
});

it('databases of each version are read', () => {
  const stored = ['9US', 'yy---yy100', JSON.stringify(EXAMPLE_FACTS)];
  expect(stored.map(parseFacts)).toEqual(stored.map(() => EXAMPLE_FACTS));
});

it.each(['', '00', '01', 'ZZZZZZZZ', '1234567890', 'yes', '{}', 'null', 'damaged', 'DAMAGED'])(
  'what is no facts is found: %j',
  (text) => {
    expect(parseFacts(text)).toBeUndefined();
  },
);
