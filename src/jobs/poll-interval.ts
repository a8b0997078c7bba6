const SOONEST_MS = 250;
const LATEST_MS = 10_000;

/**
 * Milliseconds until the next poll, for a batch accepted (or a poll that failed for) `age`
 * milliseconds ago: a tenth of it, so that nobody waits over a tenth longer than needed.
 */
export function pollInterval(age: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, Math.round(age / 10)));
}
