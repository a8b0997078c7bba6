import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayTakePart } from '../../src/worker/claim-pace.ts';

const NOW = 100_000;
const begun = (size: number, ago: number) => ({ size, startedAt: NOW - ago });

it.each([
  ['nothing in hand and room', [], 10, true],
  ['nothing in hand and no room: single verifications have it', [], -1, true],
  ['a part that asks for less than there is', [begun(9, 100)], 10, true],
  ['a part that asks for all there is', [begun(250, 100)], 200, false],
  ['parts that have their sessions, and room', [begun(250, 1000), begun(250, 5000)], 1, true],
  ['parts that have their sessions, and no room', [begun(250, 1500)], 0, false],
  ['the same for a while', [begun(250, 3000)], -200, true],
  [
    'one taken a moment ago although there was no room',
    [begun(250, 9000), begun(1, 500)],
    0,
    false,
  ],
])('%s', (_, inHand, room, expected) => {
  expect(mayTakePart(inHand, room, NOW)).toBe(expected);
});

it('takes any part in the end, and never more than one at a time without room', () => {
  const part = fc.record({ size: fc.nat(250), startedAt: fc.integer({ min: 0, max: NOW }) });
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: -1000, max: 250 }), (inHand, room) => {
      expect(mayTakePart(inHand, room, NOW + 3000)).toBe(true);
      const next = [...inHand, begun(1, 0)];
      if (room <= 1) expect(mayTakePart(next, room, NOW)).toBe(false);
    }),
  );
});
