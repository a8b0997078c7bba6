import type { Clock } from '../../lib/clock.ts';
import { tooSlow } from './upload-errors.ts';

/** How much has to arrive in how long. A modem sends five times as much. */
const LEAST = { bytes: 30_000, withinMs: 30_000, rate: '1 kB a second' };

/**
 * Watches how fast something arrives: rejects with a 408 when too little came since it was last looked at.
 * Looks at each stretch of time, since what came fast at first may drip later.
 */
export async function watchRate(
  clock: Pick<Clock, 'sleep'>,
  received: () => number,
  signal: AbortSignal,
): Promise<never> {
  for (let before = 0; ; before = received()) {
    await clock.sleep(LEAST.withinMs, signal);
    if (received() - before < LEAST.bytes) throw tooSlow(LEAST.rate);
  }
}
