import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { DashboardDeps, DashboardEnvironment } from '../dashboard/environment.ts';
import { createApp } from '../http/app.ts';
import type { Endpoint } from '../http/bind.ts';
import type { Environment, HttpDeps, ProbeOperator } from '../http/environment.ts';
import { type LocalTransport, localTransport } from '../http/in-process.ts';
import type { Application, Listening } from '../http/listen.ts';
import { serveProbes } from '../http/probes.ts';
import { mountPages } from '../http/serve-path.ts';
import { originFinder } from '../lib/client-origin.ts';
import { listFolder } from '../lib/database-name.ts';
import { SingleFlight } from '../lib/once.ts';
import { secureToken } from '../lib/secure-token.ts';
import { createTargetJudge } from '../notify/target-judge.ts';
import { PartPool } from '../service/parts/part-pool.ts';
import { mayBeAlive, ownerIdentity } from '../service/parts/process-identity.ts';
import { guessLimits } from '../service/people/guess-limits.ts';
import { scryptHasher } from '../service/people/password.ts';
import type { ServiceContext, Store } from '../service/ports.ts';
import { ReadTurns } from '../service/read-turns.ts';
import type { Observe } from '../service/service-event.ts';
import type { VerifierPort } from '../service/verifications/verifier-port.ts';
import {
  type EmbeddedSettings,
  SERVICE_DEFAULTS,
  type ServiceSettings,
  type WorkerSettings,
} from '../settings/service.ts';
import { VERIFIER_DEFAULTS, type VerifierOptions } from '../settings/verifier.ts';
import { internalFinding } from '../verifier/engine/finding.ts';
import type { Verifier } from '../verifier/verifier.ts';
import { claimListFolder } from './list-folder.ts';
import type { ListService } from './list-service.ts';
import { errorReporter } from './observe.ts';
import { deliveryOf } from './reporting.ts';
import { type RunningService, type ServiceParts, stopInOrder, toUrl } from './running-service.ts';
import type { ServeDeps } from './serve-deps.ts';
import { startWatched, type Watched } from './start-watched.ts';
import { startSweeper } from './sweeper.ts';

interface Setup {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  readonly access: Pick<HttpDeps, 'authenticator' | 'rateLimiter'> & {
    readonly endpoint: Endpoint;
  };
  /** Settings of a service that several people share; absent for the embedded one. */
  readonly shared?: ServiceSettings;
}

/** For which batches of the sandbox are kept. */
const SANDBOX_DAYS = 1;

/** A service that is asked from within the process, too. */
interface LocalService extends RunningService {
  readonly transport: LocalTransport;
  readonly backlog: Verifier['backlog'];
}

export function runService(store: Store, setup: Setup): Promise<LocalService> {
  return startWatched(store, setup, (watched) => startParts(store, setup, watched));
}

/** Listens first: a port that is taken must not cost a batch its lease. */
async function startParts(
  store: Store,
  setup: Setup,
  { verifier, metrics, observe }: Watched,
): Promise<LocalService> {
  const { settings, deps, shared } = setup;
  const { clock } = deps;
  const { endpoint, ...access } = setup.access;
  const pool = createPool({ store, verifier, settings, deps, observe });
  const stopping = new AbortController();
  const leaving = new AbortController();
  let url = '';
  let lists: ListService | undefined;
  const service: ServiceContext = {
    store,
    verifier,
    clock,
    token: secureToken,
    judgeTarget: createTargetJudge(settings.verifier?.allowNetwork ?? []),
    signals: pool,
    reads: new ReadTurns(),
    flights: new SingleFlight(),
    observe,
    maxOpenBatches: shared && (shared.openBatches ?? SERVICE_DEFAULTS.openBatches),
    teamStorage: shared && (shared.teamStorage ?? SERVICE_DEFAULTS.teamStorage),
    stopping: stopping.signal,
    checkLists: () => lists?.lists.files.check(),
  };
  const page = metrics && { metrics: { ...metrics.page, open: shared?.metrics === 'public' } };
  const logError = errorReporter(observe);
  const lifecycle = { leaving: leaving.signal, ownUrl: () => url };
  const operator = shared?.contact === undefined ? undefined : operatorOf(shared.contact, verifier);
  const findOrigin = originFinder(shared?.trustProxy ?? []);
  const publicUrl = shared?.publicUrl;
  const httpDeps = { ...access, service, logError, operator, findOrigin, publicUrl, ...page };
  const app = createApp(httpDeps);
  const pagesUrl = () => publicUrl ?? url;
  lists = await loadLists({ ...service, clock }, { ...settings, url: pagesUrl }, shared);
  const delivery = deliveryOf(store.verifierMemory, verifier, clock);
  const limits = access.rateLimiter && { rateLimiter: access.rateLimiter };
  const { findJob } = deps;
  const pages = { service, findJob, delivery, clock, ...lifecycle, ...limits, logError };
  if (shared && lists) mountPages(app, httpDeps, await loadDashboard(shared, pages, lists));
  const application = { fetch: app.fetch, alone: shared !== undefined };
  // The embedded service sends nothing, since it ends with its command.
  const senders =
    shared && (await (await import('./senders.ts')).createSenders(service, shared, deps));
  const listening = await startListening(application, endpoint);
  pool.start();
  lists?.runner.start();
  senders?.deliveries.start();
  senders?.notices?.start();
  const sweeper = startSweeper(shared && { ...shared, keepSandbox: SANDBOX_DAYS }, {
    store,
    clock,
    observe,
  });
  url = toUrl(listening.address);
  if (shared && lists) await store.ownUrl.keep(pagesUrl());
  const running = { store, verifier, pool, lists, ...senders, sweeper, listening };
  const parts = { ...running, leaving, stopping, clock, observe };
  const transport = localTransport(app);
  return { ...announce(parts, settings), transport, backlog: verifier.backlog };
}

function operatorOf(contact: string, { egresses }: Verifier): ProbeOperator {
  const heloNames = () => egresses().map(({ helo }) => helo.toLowerCase());
  return { contact, heloNames };
}

/** A process of its own serves at once; within another program, nearly all requests come by the transport. */
async function startListening(application: Application, endpoint: Endpoint): Promise<Listening> {
  if (application.alone) return (await import('../http/listen.ts')).listen(application, endpoint);
  const { listenOnDemand } = await import('../http/listen-on-demand.ts');
  return listenOnDemand(application, endpoint);
}

/** Uploaded lists; absent for the embedded service, and for a node without any. */
async function loadLists(
  service: Parameters<OpenLists>[0],
  { database, url }: EmbeddedSettings & { readonly url: () => string },
  shared: Setup['shared'],
): Promise<ListService | undefined> {
  if (!shared || shared.lists === 'off') return undefined;
  const { lists, listFolder: folder = listFolder(database), listStorage } = shared;
  const place = await claimListFolder(service.store, { database, lists, listFolder: folder });
  const { openLists } = await import('./list-service.ts');
  return openLists(service, { place, listStorage, url });
}

type OpenLists = typeof import('./list-service.ts').openLists;

async function loadDashboard(
  { publicUrl, trustProxy = [], smtpUrl }: NonNullable<Setup['shared']>,
  deps: Omit<
    DashboardDeps,
    'passwords' | 'guesses' | 'findOrigin' | 'publicUrl' | 'lists' | 'uploads' | 'sendsMail'
  >,
  { lists, folder }: ListService,
): Promise<Hono<DashboardEnvironment>> {
  const { createDashboard } = await import('../dashboard/create-dashboard.ts');
  const { uploadLimits } = await import('../dashboard/uploads/receiving-places.ts');
  const signingIn = { passwords: scryptHasher(), guesses: guessLimits(deps.clock) };
  const now = () => deps.clock.monotonic();
  const [findOrigin, uploads] = [originFinder(trustProxy), uploadLimits(folder, { now })];
  const origin = { findOrigin, ...(publicUrl && { publicUrl }) };
  const sendsMail = smtpUrl !== undefined;
  return createDashboard({ ...deps, ...signingIn, ...origin, lists, uploads, sendsMail });
}

/** Works on batches; its port answers whether the process is well, and nothing else. */
export function runWorker(
  store: Store,
  settings: WorkerSettings,
  deps: ServeDeps,
): Promise<RunningService> {
  const setup = { settings, deps, shared: settings };
  return startWatched(store, setup, async (watched) => {
    const { verifier, metrics, observe } = watched;
    const pool = createPool({ store, settings, deps, ...watched });
    const app = new Hono<Environment>();
    const page = metrics && { metrics: { ...metrics.page, open: settings.metrics === 'public' } };
    serveProbes(app, { service: { store, observe }, logError: errorReporter(observe), ...page });
    const listening = await startListening({ fetch: app.fetch, alone: true }, settings);
    pool.start();
    const ends = { leaving: new AbortController(), stopping: new AbortController() };
    const parts = { store, verifier, pool, listening, clock: deps.clock, observe, ...ends };
    return announce(parts, settings);
  });
}

/** Reports the start. Stops everything once, however often it is closed. */
function announce(parts: ServiceParts, { workers }: EmbeddedSettings): RunningService {
  const { address } = parts.listening;
  const url = toUrl(address);
  parts.observe({ event: 'started', url, workers: workers ?? SERVICE_DEFAULTS.workers });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= stopInOrder(parts);
    return closed;
  };
  return { url, address, close };
}

/** Many processes that look at once would come back together for ever. */
const LOOK_MS = { least: 250, most: 2000 };

interface PoolParts {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  readonly store: Store;
  readonly verifier: VerifierPort;
  readonly observe: Observe;
}

/** The pool that works on the parts of this process's batches. */
function createPool({ settings, deps, store, verifier, observe }: PoolParts): PartPool {
  const { clock, random } = deps;
  const workers = settings.workers ?? SERVICE_DEFAULTS.workers;
  const lookEvery = () => LOOK_MS.least + random() * (LOOK_MS.most - LOOK_MS.least);
  return new PartPool(
    {
      workers,
      owner: ownerIdentity(randomUUID()),
      mayBeAlive,
      stuckAfter: stuckAfter(settings.verifier, workers),
      lookEvery,
    },
    {
      parts: store.parts,
      retention: store.retention,
      store,
      verifier,
      clock,
      random,
      observe,
      internalFinding,
    },
  );
}

/** Milliseconds that a session takes at most. */
const SESSION_MS = 90_000;

/** The longest pause of a healthy batch: a greylisting delay, then a host's pause and its turn among all batches. */
function stuckAfter(
  { greylistRetries = VERIFIER_DEFAULTS.greylistRetries, patience = 0 }: VerifierOptions = {},
  workers: number,
): number {
  return Math.max(patience, ...greylistRetries) + Math.max(30 * 60_000, workers * SESSION_MS);
}
