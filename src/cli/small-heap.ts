import { setFlagsFromString } from 'node:v8';

let isKept = false;

/**
 * Keeps the heap near its live size. Lists and results stream by with a few live megabytes, while V8,
 * on a machine with free memory, lets their garbage grow to hundreds. V8 reads both flags whenever a
 * space is about to grow, so that they work though the heap is there; one that does not know them
 * ignores them. Set once, before the work begins: flags are not to change while a program runs.
 */
export function keepHeapSmall(): void {
  if (isKept) return;
  isKept = true;
  setFlagsFromString('--heap-growing-percent=60');
  // The space of young objects stays as large as it is now: 8 MB, once the program is loaded.
  setFlagsFromString('--semi-space-growth-factor=1');
}
