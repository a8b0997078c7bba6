import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import type { ErrorBody } from '../contract/schemas.ts';
import { message } from '../i18n/message.ts';
import { observeStoreError } from '../service/service-event.ts';
import { assetRoutes } from './assets/asset-routes.ts';
import type { DashboardDeps, DashboardEnvironment, PageContext } from './environment.ts';
import { browserLanguage } from './language.ts';
import { FactsCache } from './list-facts.ts';
import { ListPaces } from './list-pace.ts';
import { PageError, toPageError } from './page-error.ts';
import { errorPage } from './pages/error-page.ts';
import {
  invitationRoutes,
  resetRoutes,
  setupRoutes,
  signInRoutes,
  signOutRoutes,
  teamRoutes,
} from './routes/access-routes.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { accuracyRoutes } from './routes/accuracy-routes.ts';
import { batchesRoutes, followedBatch } from './routes/batches-routes.ts';
import { correctionsRoutes } from './routes/corrections-routes.ts';
import { deliveryRoutes, followedDelivery } from './routes/delivery-routes.ts';
import { editListRoutes } from './routes/edit-list-routes.ts';
import { jobsRoutes } from './routes/jobs-routes.ts';
import { keysRoutes } from './routes/keys-routes.ts';
import { followedList, listRoutes } from './routes/list-routes.ts';
import { listsRoutes } from './routes/lists-routes.ts';
import { liveRoutes } from './routes/live-routes.ts';
import { outcomesRoutes } from './routes/outcomes-routes.ts';
import { followedFeed, overviewRoutes } from './routes/overview-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { policyRoutes } from './routes/policy-routes.ts';
import { sharedRoutes } from './routes/shared-routes.ts';
import { startRoutes } from './routes/start-routes.ts';
import { suppressionsRoutes } from './routes/suppressions-routes.ts';
import { verificationsRoutes } from './routes/verifications-routes.ts';
import { webhooksRoutes } from './routes/webhooks-routes.ts';
import { identify, signedInPages } from './signed-in.ts';

/** The pages in which people manage their team. They need a session; an API key opens none. */
export function createDashboard(deps: DashboardDeps): Hono<DashboardEnvironment> {
  const app = new Hono<DashboardEnvironment>();
  app.use(
    ownPolicy,
    securityHeaders,
    pageHeaders,
    compress({ contentTypeFilter: /^text\/html/ }),
    browserLanguage(),
  );
  assetRoutes(app);
  signInRoutes(app, deps);
  setupRoutes(app, deps);
  invitationRoutes(app, deps);
  resetRoutes(app, deps);
  sharedRoutes(app, deps);
  const pages = signedInPages(app, deps);
  const memory = { paces: new ListPaces(deps.clock), facts: new FactsCache(deps) };
  signOutRoutes(pages('account'), deps);
  teamRoutes(pages('account'), deps);
  overviewRoutes(pages('lists'), deps, memory.paces);
  keysRoutes(pages('keys'), deps);
  webhooksRoutes(pages('webhooks'), deps);
  outcomesRoutes(pages('outcomes'), deps);
  accuracyRoutes(pages('verifications'), deps);
  listsRoutes(pages('lists'), deps, memory.paces);
  startRoutes(pages('lists'), deps);
  editListRoutes(pages('lists'), deps);
  listRoutes(pages('lists'), deps, memory);
  batchesRoutes(pages('batches'), deps);
  jobsRoutes(pages('lists'), deps);
  liveRoutes(pages, deps, [
    followedBatch(deps),
    followedList(deps, memory),
    followedDelivery(deps),
    followedFeed(deps, memory.paces),
  ]);
  verificationsRoutes(pages('verifications'), deps);
  suppressionsRoutes(pages, deps);
  correctionsRoutes(pages('lists'), deps);
  policyRoutes(pages('policy'), deps);
  peopleRoutes(pages, deps);
  accountRoutes(pages('account'), deps);
  deliveryRoutes(pages('delivery'), deps);
  // A route, not notFound: the application that mounts these pages keeps only their routes.
  app.all('*', () => {
    throw new PageError(404, message('errorTexts.nothing_here'));
  });
  app.onError(async (error, c) => {
    const answer = toPageError(error);
    const requestId = c.get('requestId') ?? randomUUID();
    const isStoreError = observeStoreError(deps.service, requestId, error);
    if (answer.status === 500 && !isStoreError) deps.logError(requestId, error);
    // Also where the error was found before the person was: the page keeps its navigation.
    if (answer.status < 500 && !c.get('identity')) await identify(c, deps).catch(() => false);
    return answerError(c, answer);
  });
  return app;
}

/** A page for a browser, the interface's Error body for any other program. */
function answerError(c: PageContext, error: PageError): Response | Promise<Response> {
  const { status, headers } = error;
  if (c.req.header('Accept')?.includes('text/html')) {
    return c.html(errorPage(c, error), status, { ...headers });
  }
  const body: ErrorBody = { statusCode: status, message: error.say(c.get('text')) };
  return c.json(body, status, { ...headers });
}

/** Own files only; no inline script or style, no framing, forms only to this service. */
const securityHeaders: MiddlewareHandler<DashboardEnvironment> = secureHeaders({
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
const pageHeaders: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const requestId = c.get('requestId');
  if (requestId) c.res.headers.set('x-request-id', requestId);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

/** A page that is complete in itself has a policy of its own. */
const ownPolicy: MiddlewareHandler<DashboardEnvironment> = async (c, next) => {
  await next();
  const policy = c.get('policy');
  if (policy) c.res.headers.set('Content-Security-Policy', policy);
};
