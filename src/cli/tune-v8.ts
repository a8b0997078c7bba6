/**
 * Flags for work on lists, with V8's own values. V8 reads them whenever it has to decide, so that they work though the
 * heap is there; one that does not know them ignores them.
 */
const FLAGS = [
  // Lists and results stream by with a few live megabytes, while V8 lets their garbage grow to hundreds.
  ['--heap-growing-percent=100', '--heap-growing-percent=0'],
  // What outlives a collection of young objects is some megabytes: the threads cost more than they save.
  ['--no-parallel-scavenge', '--parallel-scavenge'],
  // Each of the collections makes them older: those that are used now and then were compiled again.
  ['--no-flush-bytecode', '--flush-bytecode'],
] as const;

/** Milliseconds after which the program's code is loaded: V8 rejects cached code of other flags, Node's own included. */
const START_MS = 400;

/**
 * Bytes of the space of young objects, of which half is filled between two collections. What is under way
 * outlives the collections of a smaller one: it is copied, becomes old, and is garbage there.
 */
const YOUNG_BYTES = 16 * 1024 * 1024;

const MARKING = '--incremental-marking';
const MARKING_AFTER_MS = 1000;

let isTuned = false;

/**
 * Called once all code is loaded, the embedded service's included: that alone makes V8 look for what is no longer used, and it
 * finds next to nothing, for a seventh of the processor time of a short run. Longer ones have it on again.
 */
export function deferMarking(): void {
  setFlags([MARKING.replace('--', '--no-')]);
  setTimeout(setFlags, MARKING_AFTER_MS, [MARKING]).unref();
}

/**
 * Tunes V8 where lists and results stream by, once the program has started. Lets the space of young objects double until
 * it is large enough; V8 may shrink it while a service has nothing to do.
 */
export function tuneV8(): void {
  if (isTuned) return;
  isTuned = true;
  // Not imported above: most commands do without.
  const { PerformanceObserver } = process.getBuiltinModule('node:perf_hooks');
  let hasStarted = false;
  let isGrowing = true;
  const observer = new PerformanceObserver(() => {
    if (!hasStarted && performance.now() > START_MS) {
      hasStarted = true;
      setListFlags();
    }
    const isSmall = youngBytes() < YOUNG_BYTES;
    if (isSmall === isGrowing) return;
    isGrowing = isSmall;
    setFlags([growth(isGrowing ? 2 : 1)]);
  });
  observer.observe({ entryTypes: ['gc'] });
}

export function setListFlags(): void {
  setFlags(FLAGS.map(([tuned]) => tuned));
}

/** Sets V8's own values again: what is kept of its code is for the start of another run. */
export function resetV8(): void {
  setFlags([...FLAGS.map(([, usual]) => usual), growth(2), MARKING]);
}

function growth(factor: number): string {
  return `--semi-space-growth-factor=${factor}`;
}

function setFlags(flags: readonly string[]): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

function youngBytes(): number {
  const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
