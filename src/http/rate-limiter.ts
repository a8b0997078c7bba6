import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';

interface RateLimit {
  /** Requests that a team may send in one burst. */
  readonly burst: number;
  /** Sustained requests per second. */
  readonly perSecond: number;
}

/** The burst is worth five seconds of the sustained rate. */
export function toRateLimit(perSecond: number): RateLimit {
  return { burst: perSecond * 5, perSecond };
}

interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left right now. */
  readonly remaining: number;
  /** Whole seconds until one more is allowed; 0 when it is. */
  readonly retryAfter: number;
  /** Whole seconds until the full burst is there again. */
  readonly reset: number;
}

/** `key`: a team, a person, or where a stranger's requests come from. */
export type RateLimiter = (key: string) => Allowance;

/** A client that sends nothing while so many others do has its full burst again by then. */
const MAX_BUCKETS = 50_000;

/** A token bucket per key, filled steadily; each request takes one token. */
export function rateLimiter(rate: RateLimit, clock: Clock): RateLimiter {
  const buckets = new BoundedMap<string, { tokens: number; at: number }>(MAX_BUCKETS);
  return (key) => {
    const now = clock.monotonic();
    const bucket = buckets.get(key) ?? { tokens: rate.burst, at: now };
    const earned = (Math.max(0, now - bucket.at) / 1000) * rate.perSecond;
    const tokens = Math.min(rate.burst, bucket.tokens + earned);
    const allowed = tokens >= 1;
    const left = allowed ? tokens - 1 : tokens;
    buckets.set(key, { tokens: left, at: now });
    return {
      allowed,
      limit: rate.burst,
      remaining: Math.floor(left),
      retryAfter: allowed ? 0 : Math.ceil((1 - left) / rate.perSecond),
      reset: Math.ceil((rate.burst - left) / rate.perSecond),
    };
  };
}
