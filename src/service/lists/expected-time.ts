/** How long mail hosts take for so many addresses. Providers are asked side by side: the slowest decides. */

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

/** Seconds, without hosts that defer a first try: those take up to GREYLISTING_SECONDS more. */
export interface TimeRange {
  readonly expected: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Seconds for the dialogue around the recipients of a session, and for each of them, at a host 120 ms away.
 * Both are assumed: no process keeps how long sessions took.
 */
const SESSION = 0.6;
const RECIPIENT = 0.2;
/** Hosts that are half as far and as slow as usual, and those that are twice. */
const FAST = 0.5;
const SLOW = 2;
/** Some hosts answer a first try only minutes later. */
export const GREYLISTING_SECONDS = 20 * 60;
/** DNS, the start of the program, and what lies between the last answer and its result. */
const LEAST = 2;
/** Addresses a second that two processor cores read, store and write, whatever hosts do. */
const OWN_RATE = 5000;
/** Of recipients, where nothing is known of a list: a provider may limit how many it refuses. */
const REFUSED_SHARE = 0.1;
const MINUTE = 60;
const HOUR = 3600;

/** A provider, or a host of its own, and what it is asked. */
interface Lane {
  /** Absent: DNS has not said anything yet. */
  readonly provider: ProviderOutlook | undefined;
  readonly weight: number;
  readonly hosts: Set<string>;
  addresses: number;
}

interface Work {
  readonly domains: readonly AskedDomain[];
  /** At a time, of all providers together. */
  readonly maxSessions: number;
  /** Those included that no host is asked about. */
  readonly addresses: number;
}

export function expectTime({ domains, maxSessions, addresses }: Work): TimeRange {
  const lanes = toLanes(domains);
  const own = addresses / OWN_RATE;
  const at = (factor: number) =>
    LEAST + Math.max(own * factor, slowest(lanes, maxSessions, factor));
  const from = lanes.length === 0 ? own * FAST : at(FAST);
  return { expected: at(1), from, to: Math.max(2 * LEAST, at(SLOW)) };
}

function toLanes(domains: readonly AskedDomain[]): readonly Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { domain, count, weight, outlook } of domains) {
    if (outlook.kind !== 'hosts' && outlook.kind !== 'unknown') continue;
    const provider = outlook.kind === 'hosts' ? outlook.provider : undefined;
    const isShared = provider?.pace.isKnown ?? false;
    const key = provider?.key ?? domain;
    const lane = lanes.get(key) ?? {
      ...{ provider, weight: isShared ? 1 : weight, hosts: new Set(), addresses: 0 },
    };
    lanes.set(key, lane);
    // At a provider the domains that one stands for share its sessions; hosts of their own have theirs.
    lane.addresses += count * (isShared ? weight : 1);
    lane.hosts.add(outlook.kind === 'hosts' ? outlook.hosts : domain);
  }
  return [...lanes.values()];
}

/** The provider that ends last, or all sessions one beside the other. */
function slowest(lanes: readonly Lane[], maxSessions: number, factor: number): number {
  let most = 0;
  let together = 0;
  for (const lane of lanes) {
    most = Math.max(most, laneSeconds(lane, factor));
    together += busySeconds(lane, factor) * lane.weight;
  }
  return Math.max(most, together / maxSessions);
}

function sessionsOf({ provider, hosts, addresses }: Lane): number {
  return Math.max(hosts.size, addresses / (provider?.pace.recipientsPerSession ?? addresses));
}

function busySeconds(lane: Lane, factor: number): number {
  return (sessionsOf(lane) * SESSION + lane.addresses * RECIPIENT) * factor;
}

function laneSeconds(lane: Lane, factor: number): number {
  const { provider, addresses } = lane;
  const busy = busySeconds(lane, factor);
  if (!provider) return busy;
  const { pace, closedFor, egresses } = provider;
  const ways = Math.max(1, egresses.length);
  const sessions = sessionsOf(lane);
  const perHour = Math.min(pace.recipientsPerHour, pace.refusedPerHour / REFUSED_SHARE) * ways;
  const working = Math.max(
    busy / Math.max(1, Math.min(pace.connections * ways, sessions)),
    waits(sessions, pace.sessionsPerMinute * ways) * MINUTE,
    waits(addresses, perHour) * HOUR,
  );
  return closedFor / 1000 + working;
}

/** Periods that have to pass before the last of so many: the first ones begin at once. */
function waits(count: number, each: number): number {
  return Math.max(0, Math.ceil(count / each) - 1);
}
