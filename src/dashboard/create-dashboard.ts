import { randomUUID } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import type { ErrorBody } from '../contract/schemas.ts';
import type { PlainMessageId } from '../i18n/catalogue.ts';
import { message } from '../i18n/message.ts';
import { type Html, html, NOTHING } from '../lib/html.ts';
import { observeStoreError } from '../service/service-event.ts';
import { assetRoutes } from './assets.ts';
import type { DashboardDeps, DashboardEnvironment, PageContext } from './environment.ts';
import { browserLanguage } from './language.ts';
import { FactsCache, ListPaces } from './list-memory.ts';
import { liveRoutes } from './live.ts';
import { ownPath } from './origin.ts';
import { PageError, type PageStatus, sayTo, toPageError } from './page-error.ts';
import {
  invitationRoutes,
  resetRoutes,
  setupRoutes,
  signInRoutes,
  signOutRoutes,
  teamRoutes,
} from './pages/access.ts';
import { accountRoutes } from './pages/account.ts';
import { accuracyRoutes } from './pages/accuracy.ts';
import { batchesRoutes, followedBatch } from './pages/batches.ts';
import { correctionsRoutes } from './pages/corrections.ts';
import { deliveryRoutes, followedDelivery } from './pages/delivery.ts';
import { editListRoutes } from './pages/edit-list.ts';
import { jobsRoutes } from './pages/jobs.ts';
import { keysRoutes } from './pages/keys.ts';
import { insidePage, outsidePage } from './pages/layout.ts';
import { followedList, listRoutes } from './pages/list.ts';
import { listsRoutes } from './pages/lists.ts';
import { outcomesRoutes } from './pages/outcomes.ts';
import { followedFeed, overviewRoutes } from './pages/overview.ts';
import { asSentence } from './pages/parts.ts';
import { peopleRoutes } from './pages/people.ts';
import { policyRoutes } from './pages/policy.ts';
import { sharedRoutes } from './pages/shared-list.ts';
import { startRoutes } from './pages/start.ts';
import { suppressionsRoutes } from './pages/suppressions.ts';
import { verificationsRoutes } from './pages/verifications.ts';
import { webhooksRoutes } from './pages/webhooks.ts';
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

const TITLES: Readonly<Partial<Record<PageStatus, PlainMessageId>>> = {
  402: 'faults.quota_used_up',
  403: 'faults.not_allowed',
  404: 'faults.not_found',
  409: 'faults.no_longer_possible',
  410: 'faults.link_expired',
  413: 'faults.too_large',
  429: 'faults.too_many_attempts',
  503: 'faults.not_available',
};

/** With the navigation for people who are signed in. */
export function errorPage(c: PageContext, { status, said, hint }: PageError): Html {
  const text = c.get('text');
  const title = text(
    isOwnersOnly(said) ? 'faults.owners_only' : (TITLES[status] ?? 'faults.error_occurred'),
  );
  const sentences = html`<p>${asSentence(sayTo(text, said))}</p>${hint === undefined ? NOTHING : html`<p>${asSentence(sayTo(text, hint))}</p>`}`;
  if (!c.get('identity')) {
    return outsidePage(c, {
      title,
      body: html`${sentences}<p><a href="/">${text('access.sign_in')}</a></p>`,
    });
  }
  return insidePage(c, { title, body: html`<div class="failed">${sentences}${wayBack(c)}</div>` });
}

function isOwnersOnly(said: PageError['said']): boolean {
  return typeof said === 'object' && said.id === 'errorTexts.owners_only';
}

/** To the page that the request came from, where the browser says which one. */
function wayBack(c: PageContext): Html {
  const text = c.get('text');
  const from = ownPath(c.req.header('Referer'), c.req.url);
  const back =
    from === undefined || from === '/'
      ? NOTHING
      : html`<a class="button" href="${from}">${text('faults.back')}</a>`;
  return html`<p class="actions">${back}<a class="button" href="/">${text('faults.home')}</a></p>`;
}
