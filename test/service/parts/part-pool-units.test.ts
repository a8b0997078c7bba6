import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hasRoom,
  LeaseWatch,
  mayTakeOthers,
  Upkeep,
} from '../../../src/service/parts/part-pool.ts';
import type { OtherOwner } from '../../../src/service/parts/part-queue.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { manualClock } from '../../support/manual-clock.ts';

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

function watchOver(owners: OtherOwner[], dead: string[] = []) {
  const released: string[] = [];
  const parts = {
    otherOwners: async () => owners,
    release: async (owner: string) => void released.push(owner),
  };
  const mayBeAlive = (owner: string) => !dead.includes(owner);
  return { released, watch: new LeaseWatch({ parts, owner: 'us', mayBeAlive }) };
}

it('an owner that is surely dead loses its batches at once', async () => {
  const { released, watch } = watchOver([{ owner: 'a', renewal: 1 }], ['a']);
  await watch.look(0);
  expect(released).toEqual(['a']);
});

it('an owner that is not seen to renew for 30 s loses them', async () => {
  const { released, watch } = watchOver([{ owner: 'a', renewal: 9e15 }]);
  for (const now of [0, 29_999]) await watch.look(now);
  expect(released).toEqual([]);
  await watch.look(30_000);
  expect(released).toEqual(['a']);
});

it('an owner that renews keeps them, though its clock goes back', async () => {
  const owners = [{ owner: 'a', renewal: 9e15 }];
  const { released, watch } = watchOver(owners);
  for (let now = 0; now < 200_000; now += 10_000) {
    owners[0] = { owner: 'a', renewal: 9e15 - now };
    await watch.look(now);
  }
  expect(released).toEqual([]);
});

it('deletes at each look while more is left, and then once a minute', async () => {
  const clock = manualClock();
  const done: string[] = [];
  const events: ServiceEvent[] = [];
  let left = 3;
  const upkeep = new Upkeep({
    clock,
    parts: {
      async tidy() {
        done.push('tidied');
        return ['batch_1'];
      },
    },
    observe: (event) => events.push(event),
    retention: { giveBackExpired: async () => void done.push('given back') },
    store: {
      cache: {
        async sweep() {
          done.push('swept');
          return --left <= 0;
        },
      },
    },
  });
  const seconds = async (count: number) => {
    done.length = 0;
    for (let second = 0; second < count; second++) {
      await upkeep.look(clock.monotonic());
      clock.advance(1000);
    }
    return done;
  };
  expect(await seconds(10)).toEqual(['swept', 'given back', 'tidied', 'swept', 'swept']);
  expect(events).toEqual([{ event: 'batch_restored', batchId: 'batch_1' }]);
  expect(await seconds(50)).toEqual([]);
  expect(await seconds(10)).toEqual(['given back', 'tidied', 'swept']);
});
