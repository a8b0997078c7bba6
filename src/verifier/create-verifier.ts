import { isDisposable, isDisposableMx } from '../address/disposable.ts';
import { isSandboxAddress } from '../address/sandbox-domain.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { boundedDns } from './dns/bounded.ts';
import { cachedDns } from './dns/cache.ts';
import { createDnsSource } from './dns/resolver-source.ts';
import type { DnsSource } from './dns/source.ts';
import { createEgresses } from './egress/create-egresses.ts';
import type { Egress } from './egress/egress.ts';
import { Engine } from './engine.ts';
import type { Facts } from './fleet/facts.ts';
import { learnFromOthers, tellOthers } from './fleet/share-pacing.ts';
import { HostStates } from './hosts/host-states.ts';
import { DEFAULT_PACING, Pacing, type PacingSettings } from './hosts/pacing.ts';
import type { CreatePlaces } from './hosts/places.ts';
import type { ProviderRest } from './hosts/provider-queues.ts';
import { Reachability, type ReachabilityChange } from './hosts/reachability.ts';
import { directConnector } from './net/connect.ts';
import { createDial, type Dial } from './net/dial.ts';
import { createGuard } from './net/guard.ts';
import { createPortCheck, type PortCheck } from './net/port-check.ts';
import { createPaceOf } from './providers/pace.ts';
import { ProviderTable, withOverrides } from './providers/provider-table.ts';
import { AcceptAllMemory } from './recipients/accept-all.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import type { StuckWork } from './sessions/stuck.ts';
import { DEFAULT_SETTINGS, type VerifierSettings } from './settings.ts';
import { type Trace, tracedDial, tracedDns } from './trace.ts';
import type { DeferOptions, Verifier } from './verifier.ts';

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
  /** What processes tell each other; default: nothing. */
  readonly facts: Facts;
  /** Called when a problem that affects all mailboxes begins or ends. */
  readonly onReachability: (change: ReachabilityChange) => void;
  /** Called with work that took longer than its limits allow and was ended: a bug in mailvet. */
  readonly onStuck: (stuck: StuckWork) => void;
  /** Called with each look-up and each line of a dialogue, to explain a single result. */
  readonly trace: Trace;
}

/** Providers that must not be contacted for a while, kept over restarts. */
export interface RestMemory {
  /** Those of earlier processes, by what pacing knows the provider by. */
  readonly earlier: readonly ProviderRest[];
  keep(rest: ProviderRest): void;
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
  const providers = new ProviderTable(withOverrides(all.providers));
  const source = createSource(all, { ...deps, clock });
  const hostStates = new HostStates(clock);
  const reachability = new Reachability({
    clock,
    checkDns: source.check,
    checkPort: deps.trace ? undefined : createPortCheckFor(all, { clock, random, dns: source }),
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
  const sessions = () => pacing.sessions;
  const lanes = () => pacing.lanes;
  const problems = () => reachability.problems;
  const waiting = (batch: string) => engine.waiting(batch);
  const sandbox = createSandbox({ clock, random });
  const routes = routesOutside(engine);
  return { ...routeSandbox(sandbox, engine), routes, sessions, lanes, problems, waiting };
}

/** The same for a list that holds the chosen places of the whole one. */
function ofChosen(defer: DeferOptions, chosen: readonly number[]): DeferOptions {
  const whole = (place: number) => chosen[place] ?? place;
  return {
    after: defer.after,
    tries: (place) => defer.tries(whole(place)),
    onDeferred: (place, deferral) => defer.onDeferred(whole(place), deferral),
  };
}

type Settings = Omit<VerifierSettings, 'helo'> & Partial<VerifierSettings>;
type Shared = Partial<VerifierDeps> &
  Pick<VerifierDeps, 'clock' | 'random' | 'onStuck'> & {
    readonly hostStates: HostStates;
    readonly reachability: Reachability;
    readonly providers: ProviderTable;
  };
type Deps = Omit<Shared, 'pacing'> & Pick<VerifierDeps, 'dns'> & { readonly pacing: Pacing };

/** The egresses of the settings, each with its own dial over the same name servers and guard. */
function openEgresses(
  settings: Settings,
  { clock, dns, reachability, providers, trace, ...deps }: Shared & Pick<VerifierDeps, 'dns'>,
): readonly Egress[] {
  const { port, limits, allowNetwork } = settings;
  const guard = createGuard(allowNetwork);
  const onFailure = (host: string, cause: 'silence' | 'refusal') =>
    void reachability.noteNoGreeting(providers.find(host).key, cause);
  const connecting = { clock, connectLimit: limits.connect };
  return createEgresses(settings, connecting, (connector, name) => {
    const dial = deps.dial ?? createDial({ dns, guard, port, connector, onFailure });
    return trace ? tracedDial(dial, name, trace) : dial;
  });
}

function createPacing(
  { connections, providerConnections }: Settings,
  deps: Shared & { readonly egresses: readonly Egress[] },
): Pacing {
  const { clock, egresses, providers, rests, createPlaces } = deps;
  const paceOf = createPaceOf(providers, providerConnections);
  const pacing = new Pacing(
    { ...DEFAULT_PACING, ...deps.pacing, connections },
    { clock, paceOf, egresses, createPlaces, ...tellOthers({ rests, facts: deps.facts }) },
  );
  for (const { provider, egress, milliseconds } of rests?.earlier ?? [])
    pacing.backoff(provider, egress).restore(milliseconds);
  return pacing;
}

function createEngine(settings: Settings, deps: Deps): Engine {
  const { clock, random, pacing, providers, hostStates, reachability, trace, dns, onStuck } = deps;
  const { limits, probeKey } = settings;
  const { facts } = deps;
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
      pacing,
      hostStates,
      reachability,
      acceptAll,
      facts,
    },
    dns,
    isTemporary: (domain, hosts) => isDisposable(domain) || hosts.some(isDisposableMx),
    greylistRetries: settings.greylistRetries,
    batchLimit: settings.batchLimit,
    patience: settings.patience,
    onStuck,
  });
}

/**
 * Closed networks, whose name servers are not checked either, may have no way to the hosts that are
 * known to answer; an explanation is about one address alone.
 */
function createPortCheckFor(
  { port, dnsCheck, allowNetwork, limits }: Settings,
  { clock, random, dns }: Pick<VerifierDeps, 'clock' | 'random' | 'dns'>,
): PortCheck | undefined {
  if (!dnsCheck || !dns.check || port !== SMTP_PORT) return undefined;
  const guard = createGuard(allowNetwork);
  const connector = directConnector({ clock, connectLimit: limits.connect });
  const dial = createDial({ dns, guard, port, connector });
  return createPortCheck({ dns, dial, clock, random });
}

const SMTP_PORT = 25;

function createSource(
  settings: Settings,
  { dns, clock, trace }: Pick<VerifierDeps, 'clock'> & Partial<VerifierDeps>,
): DnsSource {
  if (dns) return trace ? tracedDns(dns, trace) : dns;
  return createDnsSource(settings.dnsServers, { clock, check: settings.dnsCheck, trace });
}

function routesOutside(engine: Engine): NonNullable<Verifier['routes']> {
  return async (emails, within) => {
    const routes = await engine.routes(
      emails.filter((email) => !isSandboxAddress(email)),
      within,
    );
    let next = 0;
    return emails.map((email) =>
      isSandboxAddress(email) ? { kind: 'none' } : (routes[next++] ?? { kind: 'unknown' }),
    );
  };
}

function routeSandbox(sandbox: Verifier, real: Verifier): Verifier {
  return {
    verify: (email, options) => (isSandboxAddress(email) ? sandbox : real).verify(email, options),
    async verifyAll(emails, report, options) {
      const inside: number[] = [];
      const outside: number[] = [];
      for (const [index, email] of emails.entries())
        (isSandboxAddress(email) ? inside : outside).push(index);
      const part = (verifier: Verifier, chosen: readonly number[]) =>
        verifier.verifyAll(
          chosen.map((index) => emails[index] ?? ''),
          (place, finding) => report(chosen[place] ?? place, finding),
          options && {
            ...options,
            ...(options.defer && { defer: ofChosen(options.defer, chosen) }),
          },
        );
      const ends = await Promise.allSettled([part(sandbox, inside), part(real, outside)]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
    async close() {
      await Promise.all([sandbox.close(), real.close()]);
    },
  };
}
