import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bytes of the space of young objects, of which half is filled between two collections. What is under way
 * outlives the collections of a smaller one: it is copied, becomes old, and is garbage there.
 */
const YOUNG_BYTES = 16 * 1024 * 1024;

let isTuned = false;

/**
 * Lets the space of young objects double until it is large enough, where lists and results stream by. V8 may
 * shrink it while a service has nothing to do. See v8-flags.ts for what all commands set.
 */
export function tuneV8(): void {
  if (isTuned) return;
  isTuned = true;
  // Not imported above: most commands do without.
  const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks');
  let isGrowing = true;
  const observer = new PerformanceObserver(() => {
    const isSmall = youngBytes() < YOUNG_BYTES;
    if (isSmall === isGrowing) return;
    isGrowing = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${isGrowing ? 2 : 1}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
