import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { DashboardEnvironment } from './environment.ts';

/** Nothing but our own files, no inline script or style, nobody's frame, forms to us alone. */
export const securityHeaders: MiddlewareHandler<DashboardEnvironment> = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
  xFrameOptions: 'DENY',
  // Not no-referrer: browsers would then send `Origin: null` with our own forms.
  referrerPolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  // Whether there is TLS is known to the proxy before us alone.
  strictTransportSecurity: false,
  xXssProtection: false,
  xDownloadOptions: false,
  xDnsPrefetchControl: false,
  xPermittedCrossDomainPolicies: false,
  originAgentCluster: false,
});

/** Pages are of one person, unless they say otherwise, and name the request in the log. */
export const pageHeaders: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const requestId = c.get('requestId');
  if (requestId) c.res.headers.set('x-request-id', requestId);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};
