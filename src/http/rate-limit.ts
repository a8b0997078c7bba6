import type { RequestContext } from './environment.ts';
import { HttpError } from './http-error.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Sets the rate-limit headers, and throws a 429 when the caller has to wait. */
export function obeyRateLimit(c: RequestContext, limiter: RateLimiter, teamId: string): void {
  const { allowed, limit, remaining, retryAfter, reset } = limiter(teamId);
  c.set('rateHeaders', {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  });
  if (allowed) return;
  const headers = { 'Retry-After': String(retryAfter) };
  throw new HttpError(429, 'Too many requests at once, slow down', headers);
}
