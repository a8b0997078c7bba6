import type { Store } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { EmbeddedSettings, ServiceSettings } from '../settings/service.ts';
import type { Verifier } from '../verifier/verifier.ts';
import { buildVerifier } from './build-verifier.ts';
import type { Metrics } from './metrics.ts';
import { createObserver, loadMetrics } from './observe.ts';
import type { ServeDeps } from './serve-deps.ts';

/** The verifier of a process, and what watches it. */
export interface Watched {
  readonly verifier: Verifier;
  readonly metrics: Metrics | undefined;
  readonly observe: Observe;
}

interface Setup {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  /** Settings of a process that runs for long; absent for the embedded service. */
  readonly shared?: Pick<ServiceSettings, 'metrics'>;
}

/**
 * Builds a verifier and starts what works with it. Closes the verifier where that can't start: it would
 * go on reporting to the other processes, and keep this one alive.
 */
export async function startWatched<T>(
  store: Store,
  { settings, deps, shared }: Setup,
  start: (watched: Watched) => Promise<T>,
): Promise<T> {
  let observe: Observe = () => {};
  const verifier = await buildVerifier(settings, deps, {
    observe: (event) => observe(event),
    memory: store.verifierMemory,
    isLasting: shared !== undefined,
  });
  try {
    // The metrics read gauges of the verifier, and count its events.
    const metrics = shared && (await loadMetrics(shared.metrics, { parts: store.parts, verifier }));
    observe = createObserver(deps.log, metrics);
    return await start({ verifier, metrics, observe });
  } catch (error) {
    await verifier.close();
    throw error;
  }
}
