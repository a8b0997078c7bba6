import { expect, it } from 'vitest';
import { Upkeep } from '../../src/worker/upkeep.ts';
import { manualClock } from '../support/manual-clock.ts';

it('deletes at each look while more is left, and then once a minute', async () => {
  const clock = manualClock();
  const done: string[] = [];
  let left = 3;
  const upkeep = new Upkeep({
    clock,
    parts: { tidy: async () => void done.push('tidied') },
    retention: { giveBackExpired: async () => void done.push('given back') },
    cache: {
      async sweep() {
        done.push('swept');
        return --left <= 0;
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
  expect(await seconds(50)).toEqual([]);
  expect(await seconds(10)).toEqual(['given back', 'tidied', 'swept']);
});
