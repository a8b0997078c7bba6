import { randomUUID } from 'node:crypto';
import { createApp } from '../http/app.ts';
import type { HttpDeps } from '../http/environment.ts';
import { type Endpoint, listen } from '../http/listen.ts';
import { secureToken } from '../lib/secure-token.ts';
import type { ServiceContext, Store } from '../service/ports.ts';
import { BatchPool } from '../worker/batch-pool.ts';
import { mayBeAlive, ownerIdentity } from '../worker/process-identity.ts';
import { type RunningService, stopInOrder, urlOf } from './running-service.ts';
import type { EmbeddedSettings, ServeDeps } from './settings.ts';
import { verifierOf } from './verifier-of.ts';

export interface Setup {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  readonly access: Pick<HttpDeps, 'authenticator' | 'rateLimiter'> & {
    readonly endpoint: Endpoint;
  };
}

const DEFAULT_WORKERS = 4;

/** Listens first: a port that is taken must not cost a batch its lease. */
export async function runService(
  store: Store,
  { settings, deps, access }: Setup,
): Promise<RunningService> {
  const { clock } = deps;
  const { endpoint, ...rest } = access;
  const verifier = await verifierOf(settings, deps);
  const pool = poolOf(store, verifier, { settings, deps });
  const stopping = new AbortController();
  const service: ServiceContext = {
    store,
    verifier,
    clock,
    token: secureToken,
    signals: pool,
    stopping: stopping.signal,
  };
  const app = createApp({ ...rest, service, logTrouble: requestTrouble(deps) });
  const listening = await listen(app.fetch, endpoint).catch(async (error) => {
    await verifier.close();
    throw error;
  });
  pool.start();
  const { address } = listening;
  let closed: Promise<void> | undefined;
  const parts = { store, verifier, pool, listening, stopping, clock };
  const close = () => {
    closed ??= stopInOrder(parts);
    return closed;
  };
  return { url: urlOf(address), address, close };
}

function poolOf(
  store: Store,
  verifier: ServiceContext['verifier'],
  { settings, deps }: Pick<Setup, 'settings' | 'deps'>,
): BatchPool {
  const { clock, random, log } = deps;
  const workers = settings.workers ?? DEFAULT_WORKERS;
  return new BatchPool(
    { workers, owner: ownerIdentity(randomUUID()), mayBeAlive },
    {
      queue: store.queue,
      cache: store.cache,
      verifier,
      clock,
      random,
      log: (event, batchId, error) => log?.({ level: 'error', event, batchId, error }),
      logTrouble: (error) => log?.({ level: 'error', event: 'worker_trouble', error }),
    },
  );
}

function requestTrouble({ log }: ServeDeps): HttpDeps['logTrouble'] {
  return (requestId, error) => log?.({ level: 'error', event: 'request_failed', requestId, error });
}
