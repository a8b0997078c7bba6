/** The first and the longest delay. */
export interface BackoffLimits {
  /** Delay before the first retry, in milliseconds. */
  readonly first: number;
  /** No delay is longer, in milliseconds. */
  readonly max: number;
}

/**
 * Milliseconds to wait before retry number `attempt` (0 = the first), exponential with full
 * jitter over the upper half. `random` is a number in [0, 1).
 */
export function backoffDelay(backoff: BackoffLimits, attempt: number, random: number): number {
  const whole = Math.min(backoff.max, backoff.first * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * random);
}
