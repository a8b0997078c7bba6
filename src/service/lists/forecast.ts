/**
 * What it takes to ask mail hosts about so many addresses, by the limits of their providers. Providers are
 * asked side by side, so that the slowest decides.
 */

import type { DomainOutlook, ProviderOutlook } from '../../verifier/verifier.ts';

/** The addresses of a domain that are to be asked about. */
export interface AskedDomain {
  readonly domain: string;
  readonly count: number;
  /** Domains of the list that this one stands for: 1 where all were looked up. */
  readonly weight: number;
  readonly outlook: DomainOutlook;
  /** A result that is known says that it accepts every address. */
  readonly acceptsAll: boolean;
}

/** Milliseconds. */
export interface HostTimes {
  /** To a mail host and back. */
  readonly roundTrip: number;
  /** That a host takes to look one recipient up. */
  readonly recipient: number;
}

/** Why no mailbox can be decided. */
export const UNDECIDED_CAUSES = [
  'accepts_all_until_data',
  'accept_all',
  'opted_out',
  'dns_failure',
  'port_25_closed',
] as const;
export type UndecidedCause = (typeof UNDECIDED_CAUSES)[number];

/** One provider, or one host that has no provider in the table. */
export interface ProviderForecast extends Pick<ProviderOutlook, 'key' | 'name' | 'egresses'> {
  readonly domains: number;
  readonly addresses: number;
  readonly sessions: number;
  /** Addresses, and a random one of each domain where that is asked. */
  readonly recipients: number;
  /** At a time, from all egresses. */
  readonly connections: number;
  /** From one egress; absent: it has no such limit. */
  readonly recipientsPerHour: number | undefined;
  readonly seconds: number;
  /** What decides how long it takes. */
  readonly bound: 'connections' | 'sessions_per_minute' | 'recipients_per_hour' | 'rest';
}

/** What one way out does for a list. */
export interface EgressForecast {
  readonly egress: string;
  readonly sessions: number;
  readonly recipients: number;
  readonly recipientsPerHour: number;
  /** The provider whose hourly limit is used most; absent where none has one. */
  readonly nearest?: {
    readonly provider: string;
    readonly recipientsPerHour: number;
    readonly limit: number;
  };
}

export interface Forecast {
  /** Those that take longest come first; hosts that nothing is known of are one entry each. */
  readonly providers: readonly ProviderForecast[];
  readonly sessions: number;
  readonly recipients: number;
  /** Addresses whose domain takes no mail, or was answered by DNS alone. */
  readonly withoutHost: number;
  readonly undecided: Readonly<Partial<Record<UndecidedCause, number>>>;
  readonly egresses: readonly EgressForecast[];
  readonly seconds: number;
  /** Domains that were not looked up: they count as hosts of their own. */
  readonly unknownDomains: number;
}

/** A host at some distance that looks each recipient up in a directory. */
const USUAL: HostTimes = { roundTrip: 120, recipient: 100 };
/** Hosts that are half as far and as slow as usual, and those that are twice. */
const FAST = 0.5;
const SLOW = 2;
/** Some hosts answer a first try only minutes later. */
export const GREYLISTING_SECONDS = 20 * 60;
/**
 * Hosts differ, by a factor of 1.6 as a rule: of many that are expected to take as long, the slowest takes
 * longer. A sum of powers is close to the median of that: 40 alike take 2.5 times as long as one.
 */
const SLOWEST_POWER = 4;
/** DNS, the start of the program, and what lies between the last answer and its result. */
const LEAST_SECONDS = 2;
/** Round trips of a session beside the others: greeting, EHLO, QUIT, and the first recipients, which go alone. */
const SESSION_TRIPS = 4;
/** Refusals that a host of which nothing is known has in a session (verifier/pacing/refusal-tolerance.ts). */
const TOLERATED = 9;
/** A further session at a host is opened for so many addresses (verifier/session/session-pool.ts). */
const WORTH_A_SESSION = 50;
/** Sessions for lists at a time, of all providers together. */
const ALL_SESSIONS = 200;
const HOUR = 3600;
/** Of recipients, where nothing is known of a list: a provider may limit how many it refuses. */
const REFUSED_SHARE = 0.1;

interface Ask {
  readonly domains: readonly AskedDomain[];
  readonly times?: HostTimes;
  /** No mail host can be reached. */
  readonly isPortClosed?: boolean;
}

export function forecast({ domains, times = USUAL, isPortClosed = false }: Ask): Forecast {
  const lanes = toLanes(domains);
  const all = lanes.map((lane) => toProvider(lane, times));
  const providers = all.toSorted((a, b) => b.seconds - a.seconds || b.addresses - a.addresses);
  const together = sum(lanes, (lane) => busySeconds(lane, times) * lane.weight) / ALL_SESSIONS;
  const seconds = LEAST_SECONDS + Math.max(slowestOf(all, lanes), together);
  return {
    providers,
    sessions: sum(providers, (one) => one.sessions),
    recipients: sum(providers, (one) => one.recipients),
    withoutHost: countOf(domains, ({ outlook }) => outlook.kind === 'none'),
    undecided: countUndecided(domains, isPortClosed),
    egresses: toEgresses(providers, seconds),
    seconds,
    unknownDomains: Math.round(
      sum(domains, (one) => (one.outlook.kind === 'unknown' ? one.weight : 0)),
    ),
  };
}

/** Seconds of the provider that ends last. */
function slowestOf(all: readonly ProviderForecast[], lanes: readonly LaneLoad[]): number {
  const longest = all.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  const powers = all.map(({ seconds, bound }, at) =>
    bound === 'connections' ? (lanes[at]?.weight ?? 1) * seconds ** SLOWEST_POWER : 0,
  );
  return Math.max(longest, sum(powers, (power) => power) ** (1 / SLOWEST_POWER));
}

/** Seconds, without hosts that defer a first try: those take up to GREYLISTING_SECONDS more. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** From hosts that answer quickly to slow ones. */
export function expectedTime(domains: readonly AskedDomain[], { seconds }: Forecast): TimeRange {
  if (domains.length === 0) return { from: 0, to: 2 * LEAST_SECONDS };
  const at = (factor: number) => forecast({ domains, times: scaled(factor) }).seconds;
  return { from: Math.min(seconds, at(FAST)), to: at(SLOW) };
}

function scaled(factor: number): HostTimes {
  return { roundTrip: USUAL.roundTrip * factor, recipient: USUAL.recipient * factor };
}

/** What is asked at hosts that share sessions. */
interface HostLoad {
  addresses: number;
  domains: number;
  /** Of those, domains of which a random address is asked about. */
  open: number;
}

interface LaneLoad {
  readonly provider: ProviderOutlook;
  readonly weight: number;
  readonly hosts: Map<string, HostLoad>;
}

function toLanes(domains: readonly AskedDomain[]): readonly LaneLoad[] {
  const lanes = new Map<string, LaneLoad>();
  for (const one of domains) {
    const { outlook, weight } = one;
    if (outlook.kind !== 'hosts' && outlook.kind !== 'unknown') continue;
    const provider = outlook.kind === 'hosts' ? outlook.provider : ownHost(one.domain);
    const isShared = provider.pace.isKnown;
    const lane = lanes.get(provider.key) ?? {
      provider,
      weight: isShared ? 1 : weight,
      hosts: new Map(),
    };
    lanes.set(provider.key, lane);
    // At a provider the domains that one stands for share its places; hosts of their own have theirs.
    addDomain(lane, one, isShared ? weight : 1);
  }
  return [...lanes.values()];
}

function addDomain({ provider, hosts }: LaneLoad, one: AskedDomain, domains: number): void {
  const { outlook, count, domain, acceptsAll } = one;
  const key = outlook.kind === 'hosts' ? outlook.hosts : domain;
  const load = hosts.get(key) ?? { addresses: 0, domains: 0, open: 0 };
  load.addresses += count * domains;
  load.domains += domains;
  load.open += provider.asksRandom && !acceptsAll ? domains : 0;
  hosts.set(key, load);
}

/** A domain of which DNS has not said anything yet. */
function ownHost(domain: string): ProviderOutlook {
  return {
    key: domain,
    name: domain,
    pace: UNKNOWN_PACE,
    acceptsUntilData: false,
    asksRandom: true,
    egresses: [],
    closedFor: 0,
  };
}

const UNKNOWN_PACE: ProviderOutlook['pace'] = {
  connections: 2,
  recipientsPerSession: 100,
  sessionsPerMinute: Number.POSITIVE_INFINITY,
  recipientsPerHour: Number.POSITIVE_INFINITY,
  refusedPerHour: Number.POSITIVE_INFINITY,
  rest: HOUR * 1000,
  isKnown: false,
};

function toProvider(lane: LaneLoad, times: HostTimes): ProviderForecast {
  const { provider, weight, hosts } = lane;
  const { key, name, egresses, pace } = provider;
  const work = workOf(lane);
  const perHour = Math.min(pace.recipientsPerHour, pace.refusedPerHour / REFUSED_SHARE);
  const scaled = (count: number) => Math.round(weight * count);
  return {
    key,
    name,
    egresses,
    domains: scaled(sum([...hosts.values()], (load) => load.domains)),
    addresses: scaled(work.addresses),
    sessions: scaled(work.sessions),
    recipients: scaled(work.recipients),
    connections: places(provider),
    recipientsPerHour: Number.isFinite(perHour) ? perHour : undefined,
    ...timeOf(lane, times),
  };
}

function ways({ egresses }: ProviderOutlook): number {
  return Math.max(1, egresses.length);
}

/** What the sessions with one or several hosts do, one after the other. */
interface Work {
  readonly addresses: number;
  readonly sessions: number;
  readonly recipients: number;
  readonly trips: number;
  /** Sessions that are worth their greeting at a time, whatever the limits. */
  readonly atOnce: number;
}

function workOf({ provider, hosts }: LaneLoad): Work {
  const works = [...hosts.values()].map((load) => hostWork(load, provider));
  return {
    addresses: sum(works, (work) => work.addresses),
    sessions: sum(works, (work) => work.sessions),
    recipients: sum(works, (work) => work.recipients),
    trips: sum(works, (work) => work.trips),
    atOnce: sum(works, (work) => work.atOnce),
  };
}

/**
 * A batch has no more recipients than may still be refused: with a share of r refused, so many are left of t
 * after n batches as t·(1−r)ⁿ, and m recipients take n = ln(1 − m·r/t) / ln(1 − r) round trips.
 */
function hostWork({ addresses, domains, open }: HostLoad, provider: ProviderOutlook): Work {
  const { pace, asksRandom } = provider;
  const room = Math.max(1, pace.recipientsPerSession - (asksRandom ? 1 : 0));
  const each = Math.min(room, (TOLERATED - 1) / REFUSED_SHARE);
  const atOnce = Math.max(1, addresses / WORTH_A_SESSION);
  const sessions = Math.max(Math.min(places(provider), atOnce), addresses / each);
  const controls = open > 0 ? Math.max(open, sessions) : 0;
  const batches =
    Math.log(1 - ((addresses / sessions) * REFUSED_SHARE) / TOLERATED) /
    Math.log(1 - REFUSED_SHARE);
  return {
    addresses,
    atOnce,
    sessions,
    recipients: addresses + controls,
    trips: sessions * SESSION_TRIPS + Math.max(sessions * batches, domains) + controls,
  };
}

function places(provider: ProviderOutlook): number {
  return provider.pace.connections * ways(provider);
}

/** Of all sessions one after the other. */
function busySeconds(lane: LaneLoad, { roundTrip, recipient }: HostTimes): number {
  const { trips, recipients } = workOf(lane);
  return (trips * roundTrip + recipients * recipient) / 1000;
}

function timeOf(lane: LaneLoad, times: HostTimes): Pick<ProviderForecast, 'seconds' | 'bound'> {
  const { provider } = lane;
  const { pace, closedFor } = provider;
  const { recipients, sessions, atOnce } = workOf(lane);
  const count = ways(provider);
  const perHour = Math.min(pace.recipientsPerHour, pace.refusedPerHour / REFUSED_SHARE) * count;
  const bounds = {
    connections: busySeconds(lane, times) / Math.max(1, Math.min(places(provider), atOnce)),
    sessions_per_minute: waits(sessions, pace.sessionsPerMinute * count) * 60,
    recipients_per_hour: waits(recipients, perHour) * HOUR,
    rest: closedFor / 1000,
  };
  const working = Math.max(
    bounds.connections,
    bounds.sessions_per_minute,
    bounds.recipients_per_hour,
  );
  const names = Object.keys(bounds) as (keyof typeof bounds)[];
  const bound = names.reduce((most, name) => (bounds[name] > bounds[most] ? name : most));
  return { seconds: bounds.rest + working, bound };
}

/** Periods that have to pass before the last of so many: the first ones begin at once. */
function waits(count: number, each: number): number {
  return Math.max(0, Math.ceil(count / each) - 1);
}

function countUndecided(
  domains: readonly AskedDomain[],
  isPortClosed: boolean,
): Partial<Record<UndecidedCause, number>> {
  const found: Partial<Record<UndecidedCause, number>> = {};
  for (const one of domains) {
    const cause = undecidedCause(one, isPortClosed);
    if (cause) found[cause] = Math.round((found[cause] ?? 0) + one.count * one.weight);
  }
  return found;
}

function undecidedCause(
  { outlook, acceptsAll }: AskedDomain,
  isPortClosed: boolean,
): UndecidedCause | undefined {
  if (outlook.kind === 'opted_out') return 'opted_out';
  if (outlook.kind === 'failure') return 'dns_failure';
  if (outlook.kind === 'none') return undefined;
  if (isPortClosed) return 'port_25_closed';
  if (outlook.kind === 'hosts' && outlook.provider.acceptsUntilData)
    return 'accepts_all_until_data';
  return acceptsAll ? 'accept_all' : undefined;
}

function toEgresses(
  providers: readonly ProviderForecast[],
  seconds: number,
): readonly EgressForecast[] {
  const names = new Set(providers.flatMap(({ egresses }) => egresses));
  return [...names].map((egress) => {
    const used = providers.filter(({ egresses }) => egresses.includes(egress));
    const share = (of: 'sessions' | 'recipients') =>
      Math.round(sum(used, (one) => one[of] / one.egresses.length));
    const recipients = share('recipients');
    const nearest = nearestLimit(used);
    return {
      egress,
      sessions: share('sessions'),
      recipients,
      recipientsPerHour: hourly(recipients, seconds),
      ...(nearest && { nearest }),
    };
  });
}

function nearestLimit(used: readonly ProviderForecast[]): EgressForecast['nearest'] {
  const limited = used.flatMap(
    ({ name, recipients, egresses, seconds, recipientsPerHour: limit }) =>
      limit === undefined
        ? []
        : [
            {
              provider: name,
              limit: Math.round(limit),
              recipientsPerHour: Math.min(limit, hourly(recipients / egresses.length, seconds)),
            },
          ],
  );
  return limited.toSorted(
    (a, b) => b.recipientsPerHour / b.limit - a.recipientsPerHour / a.limit,
  )[0];
}

/** In the fullest hour. */
function hourly(count: number, seconds: number): number {
  return Math.round(seconds <= HOUR ? count : (count * HOUR) / seconds);
}

function countOf(domains: readonly AskedDomain[], which: (domain: AskedDomain) => boolean): number {
  return Math.round(sum(domains.filter(which), ({ count, weight }) => count * weight));
}

function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
