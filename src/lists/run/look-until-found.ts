import type { Clock } from '../../lib/clock.ts';
import type { LookupResult } from './find-batch.ts';

/** A service may show a batch in its list long after it took it, the later the larger the batch. */
const TIME_TO_SHOW_MS = 30_000;
const TIME_TO_SHOW_AN_ADDRESS_MS = 10;

/** The first pause between two look-ups; each further one is half as long again. */
export const FIRST_PAUSE_MS = 1000;
export const PAUSE_GROWTH = 1.5;

/** How long a batch may take to show in the service's list, in milliseconds. */
export function timeToShow(size: number): number {
  return TIME_TO_SHOW_MS + size * TIME_TO_SHOW_AN_ADDRESS_MS;
}

interface Lookups {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds for which to look again. */
  readonly left: number;
}

/** Looks again, after growing pauses, until the batch is found or the time is up. */
export async function lookUntilFound(
  look: () => Promise<LookupResult>,
  { clock, signal, left: time }: Lookups,
): Promise<LookupResult> {
  let found = await look();
  let left = time;
  for (let pause = FIRST_PAUSE_MS; found.kind !== 'found' && left > 0; pause *= PAUSE_GROWTH) {
    const rest = Math.min(pause, left);
    await clock.sleep(rest, signal);
    left -= rest;
    found = await look();
  }
  return found;
}
