import { randomBytes } from 'node:crypto';
import type { Store, VerifierMemory } from '../service/ports.ts';
import type { Observe } from '../service/service-event.ts';
import type { EmbeddedSettings, ServiceSettings } from '../settings/service.ts';
import type { RestMemory } from '../verifier/create-verifier.ts';
import type { ListingChange } from '../verifier/pacing/egress/block-list-watch.ts';
import type { EgressChange } from '../verifier/pacing/egress/create-egresses.ts';
import type { ProviderBrake } from '../verifier/pacing/provider-queues.ts';
import type { ReachabilityChange } from '../verifier/pacing/reachability.ts';
import type { StuckWork } from '../verifier/session/stuck.ts';
import type { Verifier } from '../verifier/verifier.ts';
import type { Metrics } from './metrics.ts';
import { createObserver, loadMetrics } from './observe.ts';
import type { ServeDeps } from './serve-deps.ts';

/** The verifier of a process, and what watches it. */
export interface Watched {
  readonly verifier: Verifier;
  readonly metrics: Metrics | undefined;
  readonly observe: Observe;
}

interface WatchedSetup {
  readonly settings: EmbeddedSettings;
  readonly deps: ServeDeps;
  /** Settings of a process that runs for long; absent for the embedded service. */
  readonly shared?: ServiceSettings;
}

/**
 * Builds a verifier and starts what works with it. Closes the verifier where that can't start: it would
 * go on reporting to the other processes, and keep this one alive.
 */
export async function startWatched<T>(
  store: Store,
  { settings, deps, shared }: WatchedSetup,
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
    store.onDamage((what) => observe({ event: 'damaged_row', what }));
    return await start({ verifier, metrics, observe });
  } catch (error) {
    await verifier.close();
    throw error;
  }
}

/** Milliseconds that a session waits for the next batch: Postfix keeps connections for two seconds. */
const SESSION_IDLE = 2000;

interface VerifierHooks {
  readonly observe: Observe;
  readonly memory: VerifierMemory;
  /** Whether the process runs for long: an upgrade may remove the files of its program meanwhile. */
  readonly isLasting: boolean;
}

/** The verifier that was handed in, or one built from the settings. */
async function buildVerifier(
  { verifier: options = {} }: EmbeddedSettings,
  { verifier, clock, random }: ServeDeps,
  { observe, memory, isLasting }: VerifierHooks,
): Promise<Verifier> {
  if (verifier) return verifier;
  const { createVerifier } = await import('../verifier/create-verifier.ts');
  if (isLasting) (await import('../verifier/engine/temporary.ts')).readNameLists();
  const onReachability = ({ problem, isPresent }: ReachabilityChange) =>
    observe({ event: isPresent ? 'reachability_lost' : 'reachability_restored', problem });
  const onEgress = ({ egress, fault }: EgressChange) =>
    observe(
      fault === undefined
        ? { event: 'egress_usable', egress }
        : { event: 'egress_unusable', egress, error: fault.english },
    );
  const onStuck = (stuck: StuckWork) => observe({ event: 'verifier_stuck', ...stuck });
  const onBrake = (brake: ProviderBrake) => observe({ event: 'provider_braked', ...brake });
  const onListing = ({ isListed, ...listing }: ListingChange) =>
    observe({ event: isListed ? 'egress_listed' : 'egress_delisted', ...listing });
  const { toVerifierSettings } = await import('./verifier-settings.ts');
  const probeKey = await memory.secret('probe_key', randomBytes(16).toString('hex'));
  const settings = { sessionIdle: SESSION_IDLE, ...(await toVerifierSettings(options)), probeKey };
  const rests = await restMemory(memory, clock, observe);
  const deps = { clock, random, onReachability, onEgress, onStuck, onBrake, onListing, rests };
  if (!memory.fleet) return createVerifier(settings, deps);
  const { joinFleet } = await import('./fleet.ts');
  const member = joinFleet(memory.fleet, { clock, random, observe });
  const joined = createVerifier(settings, { ...deps, ...member.deps });
  await member.start(joined);
  return closingBefore(joined, member);
}

/** Sessions end first: their places are given back with what the process held. */
function closingBefore(verifier: Verifier, member: { close(): Promise<void> }): Verifier {
  return {
    ...verifier,
    async close() {
      await verifier.close();
      await member.close();
    },
  };
}

async function restMemory(
  memory: VerifierMemory,
  clock: ServeDeps['clock'],
  observe: Observe,
): Promise<RestMemory> {
  const now = clock.now();
  const rests = await memory.rests(now);
  return {
    earlier: rests.map(({ until, ...rest }) => ({ ...rest, milliseconds: until - now })),
    keep({ provider, egress, milliseconds, cause }) {
      observe({ event: 'provider_rests', provider, egress, milliseconds, ...(cause && { cause }) });
      // What processes counted is stored already, and a share grows when one ends.
      if (cause === 'share') return;
      // A rest that can't be stored still holds in this process.
      memory.keepRest({ provider, egress, until: clock.now() + milliseconds }).catch(() => {});
    },
  };
}
