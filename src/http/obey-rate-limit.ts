import type { HttpDeps, RequestContext } from './environment.ts';
import { HttpError } from './http-error.ts';

/** Sets the rate-limit headers, and throws a 429 when the caller has to wait. */
export function obeyRateLimit(
  c: RequestContext,
  { rateLimiter }: Pick<HttpDeps, 'rateLimiter'>,
  key: string,
): void {
  if (!rateLimiter) return;
  const { allowed, limit, remaining, retryAfter, reset } = rateLimiter(key);
  c.set('rateHeaders', {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
  });
  if (allowed) return;
  const headers = { 'Retry-After': String(retryAfter) };
  throw new HttpError(429, 'Too many requests at once, slow down', headers);
}
