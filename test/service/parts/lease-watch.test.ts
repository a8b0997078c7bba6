import { expect, it } from 'vitest';
import { LeaseWatch } from '../../../src/service/parts/part-pool.ts';
import type { OtherOwner } from '../../../src/service/parts/part-queue.ts';

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
