import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { DashboardEnvironment } from './environment.ts';

/** Own files only; no inline script or style, no framing, forms only to this service. */
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
  // Not no-referrer: browsers would then send `Origin: null` with the dashboard's own forms.
  referrerPolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  // Only the proxy in front knows whether there is TLS.
  strictTransportSecurity: false,
  xXssProtection: false,
  xDownloadOptions: false,
  xDnsPrefetchControl: false,
  xPermittedCrossDomainPolicies: false,
  originAgentCluster: false,
});

/** Pages are private to one person unless they say otherwise, and carry the request id of the log. */
export const pageHeaders: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const requestId = c.get('requestId');
  if (requestId) c.res.headers.set('x-request-id', requestId);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

/** A page that is complete in itself has a policy of its own. */
export const ownPolicy: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const policy = c.get('policy');
  if (policy) c.res.headers.set('Content-Security-Policy', policy);
};
