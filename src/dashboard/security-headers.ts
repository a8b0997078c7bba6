import type { MiddlewareHandler } from 'hono';
import type { DashboardEnvironment } from './environment.ts';

/** Nothing but our own files, no inline script or style, nobody's frame, forms to us alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not no-referrer: browsers would then send `Origin: null` with our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cache-Control': 'no-store',
};

export const securityHeaders: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const requestId = c.get('requestId');
  if (requestId) c.res.headers.set('x-request-id', requestId);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (name !== 'Cache-Control' || !c.res.headers.has(name)) c.res.headers.set(name, value);
  }
};
