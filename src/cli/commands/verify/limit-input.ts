import type { Clock } from '../../../lib/clock.ts';

/** Milliseconds in which a file, or a command that has its list ready, is read up to the limit. */
const HOLD_MS = 300;

/**
 * The items of an input that has no more than `most`. The first ones are held back for a moment, so that
 * a longer input is refused before anything is done with it; one that arrives slowly is given out as it
 * comes, and ends with the refusal where it becomes too long.
 */
export async function* limitInput<T>(
  items: AsyncIterable<T>,
  {
    most,
    clock,
    refusal,
  }: {
    /** Items that are let through. */
    readonly most: number;
    readonly clock: Clock;
    /** `passed`: items that were given out before. */
    readonly refusal: (passed: number) => Error;
  },
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const held: T[] = [];
  const over = new AbortController();
  const pause = clock.sleep(HOLD_MS, over.signal).catch(() => undefined);
  let next = iterator.next();
  try {
    for (;;) {
      // A failure comes after what was read before it.
      const found = await Promise.race([next.catch(() => undefined), pause]);
      if (!found || found.done) break;
      if (held.length === most) throw refusal(0);
      held.push(found.value);
      next = iterator.next();
    }
    yield* held;
    let passed = held.length;
    for (let found = await next; !found.done; found = await iterator.next()) {
      if (passed === most) throw refusal(passed);
      yield found.value;
      passed += 1;
    }
  } finally {
    over.abort();
    void iterator.return?.();
  }
}
