import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { listen } from '../http/listen.ts';
import { serveProbes } from '../http/probes.ts';
import type { Store } from '../service/ports.ts';
import { SERVICE_DEFAULTS, type WorkerSettings } from '../settings/service.ts';
import { createPool } from './create-pool.ts';
import { errorReporter } from './observe.ts';
import { type RunningService, stopInOrder, toUrl } from './running-service.ts';
import type { ServeDeps } from './serve-deps.ts';
import { startWatched, type Watched } from './start-watched.ts';

/** Works on batches; its port answers whether the process is well, and nothing else. */
export function runWorker(
  store: Store,
  settings: WorkerSettings,
  deps: ServeDeps,
): Promise<RunningService> {
  const setup = { settings, deps, shared: settings };
  return startWatched(store, setup, (watched) => startParts(store, { settings, deps }, watched));
}

interface Setup {
  readonly settings: WorkerSettings;
  readonly deps: ServeDeps;
}

async function startParts(
  store: Store,
  { settings, deps }: Setup,
  { verifier, metrics, observe }: Watched,
): Promise<RunningService> {
  const { clock } = deps;
  store.onDamage((what) => observe({ event: 'damaged_row', what }));
  const pool = createPool({ store, verifier, settings, deps, observe });
  const app = new Hono<Environment>();
  const page = metrics && { metrics: { ...metrics.page, open: settings.metrics === 'public' } };
  serveProbes(app, { service: { store, observe }, logError: errorReporter(observe), ...page });
  const listening = await listen({ fetch: app.fetch, alone: true }, settings);
  pool.start();
  const { address } = listening;
  const url = toUrl(address);
  observe({ event: 'started', url, workers: settings.workers ?? SERVICE_DEFAULTS.workers });
  const ends = { leaving: new AbortController(), stopping: new AbortController() };
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= stopInOrder({ store, verifier, pool, listening, clock, observe, ...ends });
    return closed;
  };
  return { url, address, close };
}
