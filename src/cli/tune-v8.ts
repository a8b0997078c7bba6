import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bytes of the space of young objects, of which half is filled between two collections. What is under way
 * outlives the collections of a smaller one: it is copied, becomes old, and is garbage there.
 */
const YOUNG_BYTES = 16 * 1024 * 1024;

let isTuned = false;

/**
 * Keeps the heap near its live size, and the threads of V8 from taking a third of the processor. Lists and
 * results stream by with a few live megabytes, while V8, on a machine with free memory, lets their garbage
 * grow to hundreds. V8 reads these flags whenever it has to decide, so that they work though the heap is
 * there; one that does not know them ignores them.
 */
export function tuneV8(): void {
  if (isTuned) return;
  isTuned = true;
  setFlagsFromString('--heap-growing-percent=100');
  // The work is spread over a thousand functions: most are optimized twice before a run ends, for nothing.
  setFlagsFromString('--invocation-count-for-turbofan=20000');
  // Each of the collections makes them older: those that are used now and then were compiled again.
  setFlagsFromString('--no-flush-bytecode');
  boundYoungSpace();
}

/** The space doubles until it is large enough. V8 may shrink it while a service has nothing to do. */
function boundYoungSpace(): void {
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
