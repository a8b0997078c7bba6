import { expect, it } from 'vitest';
import { DeferredAddresses } from '../../../src/service/parts/run-part.ts';
import { manualClock } from '../../support/manual-clock.ts';

const address = (...positions: number[]) => ({
  ...{ email: 'a@x.test', cacheKey: '' },
  ...{ positions, isRespelled: false },
});

it('addresses whose next tries are close together share a part, with the later time', () => {
  const clock = manualClock();
  const deferred = new DeferredAddresses([address(0, 3), address(1), address(2)], clock);
  const { onDeferred, tries } = deferred.options(10_000);
  expect(tries(0)).toBeUndefined();
  onDeferred(2, { wait: 300_000, tries: 'c' });
  onDeferred(0, { wait: 60_000, tries: 'a' });
  clock.advance(5000);
  onDeferred(1, { wait: 60_000, tries: 'b' });
  expect(deferred.parts('part/hosts')).toEqual([
    {
      queue: 'part/hosts',
      wait: 60_000,
      entries: [
        { position: 0, tries: 'a' },
        { position: 3, tries: 'a' },
        { position: 1, tries: 'b' },
      ],
    },
    { queue: 'part/hosts', wait: 295_000, entries: [{ position: 2, tries: 'c' }] },
  ]);
});

it('a wait that ended while the others were asked is over', () => {
  const clock = manualClock();
  const deferred = new DeferredAddresses([address(0)], clock);
  deferred.options(10_000).onDeferred(0, { wait: 60_000, tries: 1 });
  clock.advance(90_000);
  expect(deferred.parts('part/hosts')).toMatchObject([{ wait: 0 }]);
});
