import { expect, it } from 'vitest';
import { Upkeep } from '../../../src/service/parts/part-pool.ts';
import type { ServiceEvent } from '../../../src/service/service-event.ts';
import { manualClock } from '../../support/manual-clock.ts';

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
