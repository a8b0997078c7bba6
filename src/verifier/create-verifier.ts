import { type Clock, systemClock } from '../lib/clock.ts';
import { boundedDns } from './dns/bounded.ts';
import { cachedDns } from './dns/cache.ts';
import { createDnsSource } from './dns/resolver-source.ts';
import type { DnsSource } from './dns/source.ts';
import { Engine } from './engine/engine.ts';
import { createTemporaryCheck } from './engine/temporary.ts';
import { type Trace, tracedDial, tracedDns } from './engine/trace.ts';
import { createDial, type Dial } from './net/dial.ts';
import { createGuard } from './net/guard.ts';
import { BlockListWatch, type ListingChange } from './pacing/egress/block-list-watch.ts';
import { createEgresses, type EgressChange } from './pacing/egress/create-egresses.ts';
import type { Egress } from './pacing/egress/egress.ts';
import { createEgressPortCheck } from './pacing/egress/egress-port-check.ts';
import type { SharedFacts } from './pacing/fleet/facts.ts';
import { learnCounts, learnFromOthers, publishPacing } from './pacing/fleet/share-pacing.ts';
import { HostStates } from './pacing/host-states.ts';
import { DEFAULT_PACING, Pacing, type PacingSettings } from './pacing/pacing.ts';
import type { CreatePlaces } from './pacing/places.ts';
import type { LaneRest, ProviderBrake, SharedBudgets } from './pacing/provider-queues.ts';
import { Reachability, type ReachabilityChange } from './pacing/reachability.ts';
import { watchThread } from './pacing/session-limit.ts';
import { digestLimits } from './providers/limits-digest.ts';
import { createPaceOf } from './providers/pace.ts';
import { ProviderTable, withOverrides } from './providers/provider-table.ts';
import { routeSandbox } from './sandbox/route-sandbox.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { AcceptAllMemory } from './session/recipients/accept-all.ts';
import type { StuckWork } from './session/stuck.ts';
import type { Verifier } from './verifier.ts';
import { DEFAULT_SETTINGS, type VerifierSettings } from './verifier-settings.ts';

/** The verifier's access to the outside; each has a real default. */
export interface VerifierDeps {
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly dns: DnsSource;
  readonly dial: Dial;
  readonly pacing: Partial<PacingSettings>;
  /** The rests of providers, kept over restarts. */
  readonly rests: RestMemory;
  /** Places at providers that are shared with other processes; default: those of this process. */
  readonly createPlaces: CreatePlaces;
  /** What processes learn from each other; default: nothing. */
  readonly facts: SharedFacts;
  /** Hourly budgets that are shared with other processes; default: those of this process. */
  readonly budgets: SharedBudgets;
  /** Called when a problem that affects all mailboxes begins or ends. */
  readonly onReachability: (change: ReachabilityChange) => void;
  /** Called when a provider refuses more and more sessions, and fewer are opened. */
  readonly onBrake: (brake: ProviderBrake) => void;
  /** Called when an egress is found to be of no use, and when a host greets by it again. */
  readonly onEgress: (change: EgressChange) => void;
  /** Called when a block list has the address of an egress, and when it has it no more. */
  readonly onListing: (change: ListingChange) => void;
  /** Called with work that took longer than its limits allow and was ended: a bug in mailvet. */
  readonly onStuck: (stuck: StuckWork) => void;
  /** Called with each look-up and each line of a dialogue, to explain a single result. */
  readonly trace: Trace;
}

/** Providers that must not be contacted for a while, kept over restarts. */
export interface RestMemory {
  /** The rests of earlier processes, by the provider's key in pacing. */
  readonly earlier: readonly LaneRest[];
  keep(rest: LaneRest): void;
}

/**
 * A verifier of real addresses that hands those of `sandbox.test` to the sandbox.
 *
 * @throws MailvetError `config` for a HELO name, a sender, a resolver or a network that can't be one.
 */
export function createVerifier(
  settings: Partial<VerifierSettings> = {},
  deps: Partial<VerifierDeps> = {},
): Verifier {
  const clock = deps.clock ?? systemClock;
  const random = deps.random ?? Math.random;
  const onStuck = deps.onStuck ?? (() => {});
  const all = { ...DEFAULT_SETTINGS, ...settings };
  const table = withOverrides(all.providers);
  const providers = new ProviderTable(table);
  const source = createSource(all, { ...deps, clock });
  const hostStates = new HostStates(clock);
  const reachability = new Reachability({
    clock,
    checkDns: source.check,
    checkPort: deps.trace ? undefined : createEgressPortCheck(all, { clock, random, dns: source }),
    onChange(change) {
      if (change.problem === 'port_25_closed' && !change.isPresent) hostStates.forgetDown();
      deps.onReachability?.(change);
    },
  });
  const shared = { clock, random, providers, hostStates, reachability, onStuck };
  const dns = cachedDns(boundedDns(source, clock, onStuck), clock);
  const egresses = openEgresses(all, { ...deps, ...shared, dns });
  const pacing = createPacing(all, { ...deps, ...shared, egresses });
  const parts = { ...deps, ...shared, pacing, dns };
  const engine = createEngine(all, parts);
  const sandbox = createSandbox({ clock, random, trace: deps.trace });
  let digest: string | undefined;
  // Only where several processes compare them.
  const limits = () => (digest ??= digestLimits(table, all.providerConnections));
  return {
    ...routeSandbox(sandbox, engine),
    outlook: (domains, within) => engine.outlook(domains, within),
    maxSessions: all.connections,
    sessions: () => pacing.sessions,
    room: () => pacing.room,
    domains: () => engine.domains,
    lanes: () => pacing.lanes,
    problems: () => reachability.problems,
    look: () => reachability.look(),
    waiting: (batch) => engine.waiting(batch),
    egresses: () => egresses.map((egress) => ({ ...toStatus(egress), limits: limits() })),
  };
}

function toStatus({ name, helo, way, health }: Egress) {
  return { name, helo, way, fault: health.fault, isListed: health.isListed };
}

type GivenSettings = Omit<VerifierSettings, 'helo'> & Partial<VerifierSettings>;
type SharedParts = Partial<VerifierDeps> &
  Pick<VerifierDeps, 'clock' | 'random' | 'onStuck'> & {
    readonly hostStates: HostStates;
    readonly reachability: Reachability;
    readonly providers: ProviderTable;
  };
type PartDeps = Omit<SharedParts, 'pacing'> &
  Pick<VerifierDeps, 'dns'> & { readonly pacing: Pacing };

/** The egresses of the settings, each with its own dial over the same name servers and guard. */
function openEgresses(
  settings: GivenSettings,
  { clock, dns, reachability, providers, trace, ...deps }: SharedParts & Pick<VerifierDeps, 'dns'>,
): readonly Egress[] {
  const { port, limits, allowNetwork } = settings;
  const guard = createGuard(allowNetwork);
  const onFailure = (host: string, cause: 'silence' | 'refusal') =>
    void reachability.noteNoGreeting(providers.find(host).key, cause);
  const connecting = { clock, connectLimit: limits.connect };
  return createEgresses(settings, {
    connecting,
    createDial(connector, name) {
      const dial = deps.dial ?? createDial({ dns, guard, port, connector, onFailure });
      return trace ? tracedDial(dial, name, trace) : dial;
    },
    onHealth: deps.onEgress,
  });
}

function createPacing(
  { connections, providerConnections }: GivenSettings,
  deps: SharedParts & { readonly egresses: readonly Egress[] },
): Pacing {
  const { clock, egresses, providers, rests, createPlaces, budgets } = deps;
  const paceOf = createPaceOf(providers, providerConnections);
  const pacing = new Pacing(
    { ...DEFAULT_PACING, busyness: watchThread(), ...deps.pacing, connections },
    {
      clock,
      paceOf,
      egresses,
      createPlaces,
      budgets,
      onBrake: deps.onBrake,
      ...publishPacing({ rests, facts: deps.facts }),
    },
  );
  if (budgets) learnCounts(budgets, pacing);
  for (const { provider, egress, milliseconds } of rests?.earlier ?? [])
    pacing.backoff(provider, egress).restore(milliseconds);
  return pacing;
}

function createEngine(settings: GivenSettings, deps: PartDeps): Engine {
  const { clock, random, pacing, providers, hostStates, reachability, trace, dns, onStuck } = deps;
  const { limits, probeKey } = settings;
  const { facts } = deps;
  // Nothing is looked up beside what is explained.
  const lists = trace ? [] : settings.dnsbl;
  const blockLists = new BlockListWatch({ lists, dns, clock, onChange: deps.onListing });
  const acceptAll = new AcceptAllMemory(clock, facts);
  if (facts) learnFromOthers(facts, pacing, acceptAll);
  return new Engine({
    context: {
      limits,
      sessionIdle: settings.sessionIdle,
      maxUnanswered: 2,
      providers,
      probeKey,
      maxFruitless: 6,
      clock,
      random,
      trace,
      lookUpHost: (host) => void dns.query('A', host),
      pacing,
      hostStates,
      reachability,
      blockLists,
      acceptAll,
      facts,
    },
    dns,
    isTemporary: createTemporaryCheck(),
    greylistRetries: settings.greylistRetries,
    batchLimit: settings.batchLimit,
    patience: settings.patience,
    onStuck,
  });
}

function createSource(
  settings: GivenSettings,
  { dns, clock, trace }: Pick<VerifierDeps, 'clock'> & Partial<VerifierDeps>,
): DnsSource {
  if (dns) return trace ? tracedDns(dns, trace) : dns;
  return createDnsSource(settings.dns, { clock, check: settings.dnsCheck, trace });
}
