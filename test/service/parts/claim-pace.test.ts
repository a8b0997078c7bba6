import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasRoom, mayTakeOthers } from '../../../src/service/parts/part-pool.ts';

const NOW = 100_000;
const begun = (size: number, ago: number) => ({ size, startedAt: NOW - ago });

it.each([
  ['nothing in hand and room', [], 10, true],
  ['nothing in hand and no room: single verifications have it', [], -1, false],
  ['a part that asks for less than there is', [begun(9, 100)], 10, true],
  ['a part that asks for all there is', [begun(250, 100)], 200, false],
  ['parts that have their sessions, and room', [begun(250, 1000), begun(250, 5000)], 1, true],
  ['parts that have their sessions, and no room', [begun(250, 1500)], 0, false],
])('has room for another part, or not: %s', (_, inHand, room, expected) => {
  expect(hasRoom(inHand, room, NOW)).toBe(expected);
});

it.each([
  ['nothing in hand: single verifications have all sessions', [], 3000, true],
  ['parts that have their sessions', [begun(250, 1500)], 3000, true],
  ['parts that have their sessions, and asked a moment ago', [begun(250, 1500)], 2999, false],
  ['one taken a moment ago', [begun(250, 9000), begun(1, 500)], 3000, false],
])("asks for another team's part without room, or not: %s", (_, inHand, ago, expected) => {
  expect(mayTakeOthers(inHand, NOW - ago, NOW)).toBe(expected);
});

it('takes a part in the end, and never more than one at a time without room', () => {
  const part = fc.record({ size: fc.nat(250), startedAt: fc.integer({ min: 0, max: NOW }) });
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: -1000, max: 250 }), (inHand, room) => {
      expect(mayTakeOthers(inHand, NOW, NOW + 3000)).toBe(true);
      const next = [...inHand, begun(1, 0)];
      if (room <= 1) expect(hasRoom(next, room, NOW)).toBe(false);
      expect(mayTakeOthers(next, 0, NOW)).toBe(false);
    }),
  );
});
