/** What a list takes, before it is started: which of its addresses cost something, and what the others ask of mail hosts. */

import { isSandboxAddress } from '../../address/sandbox-domain.ts';
import { MAX_BATCH_SIZE } from '../../contract/limits.ts';
import type { ReachabilityProblem } from '../../contract/reachability.ts';
import type { Result } from '../../result/result.ts';
import type { DomainOutlook, ProviderOutlook } from '../../verifier/verifier.ts';
import type { TimedContext } from '../ports.ts';
import type { Team } from '../records.ts';
import { findSuppressed } from '../suppressions/suppressions.ts';
import { costOf, monthOf } from '../teams/teams.ts';
import { toCacheKey, toMailboxKey } from '../verifications/cache-policy.ts';
import type { VerifierPort } from '../verifications/verifier-port.ts';
import type { ListRecord } from './list-ports.ts';
import type { ListContext } from './lists.ts';

/** Portions of up to a thousand addresses that are looked at; of longer lists some stand for all. */
const PORTIONS = 20;
/** Domains whose mail hosts are looked up: those with most addresses, and some of the others. */
const LARGE_DOMAINS = 1000;
const SMALL_DOMAINS = 1000;
/** Milliseconds that a page waits for name servers. */
const LOOKUP_MS = 3000;

/** Why addresses can not be decided. */
export const UNDECIDED_CAUSES = [
  'accepts_all_until_data',
  'accept_all',
  'opted_out',
  'dns_failure',
  'port_25_closed',
] as const;
export type UndecidedCause = (typeof UNDECIDED_CAUSES)[number];

export interface Estimate {
  /** Distinct addresses. */
  readonly addresses: number;
  /** Answered from the cache, at no cost. */
  readonly cached: number;
  /** With the mailbox of another, whose answer they get at no cost. */
  readonly sameMailbox: number;
  /** On the team's list of those not to mail: not verified. */
  readonly suppressed: number;
  /** Of the sandbox: simulated, at no cost. */
  readonly sandbox: number;
  /** Under names for which nothing is ever asked, such as `.invalid`, at no cost. */
  readonly neverAsked: number;
  /** Verifications of the month's quota. */
  readonly cost: number;
  /** Whether the numbers are of all addresses, or of some that stand for all. */
  readonly isExact: boolean;
  /** Addresses that no probe can decide. */
  readonly undecidable: number;
  /** Why; without reasons that count 0. */
  readonly causes: Readonly<Partial<Record<UndecidedCause, number>>>;
  /** Why no mailbox at all can be decided from here; absent where nothing is known to prevent it. */
  readonly problem: ReachabilityProblem | undefined;
  readonly seconds: TimeRange;
}

/** What is known of addresses. */
export interface KnownAnswers {
  /** Answers that cost nothing, by cache key; empty where that is not known. */
  findCached(keys: readonly string[]): Promise<ReadonlyMap<string, Result>>;
  findSuppressed(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What is known before a list is sent. */
export interface EstimateSources extends KnownAnswers {
  readonly verifier: VerifierPort;
}

interface Addresses {
  readonly total: number;
  /** Some or all of them, a thousand at most at a time. */
  readonly portions: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Milliseconds for the look-ups of domains. */
  readonly within?: number;
  /** `dns`: no mail host will be asked. */
  readonly mode?: 'dns' | undefined;
}

/** Looks at name servers and at port 25 first. No host of the list is contacted. */
export async function estimateAddresses(
  sources: EstimateSources,
  { total, portions, within = LOOKUP_MS, mode }: Addresses,
): Promise<Estimate> {
  const found = newFound();
  for await (const emails of portions) await addPortion(sources, emails, found);
  const scale = found.seen === 0 ? 1 : total / found.seen;
  const scaled = (count: number) => Math.round(count * scale);
  const free = {
    cached: scaled(found.cached),
    sameMailbox: scaled(found.sameMailbox),
    suppressed: scaled(found.suppressed),
    sandbox: scaled(found.sandbox),
    neverAsked: scaled(found.neverAsked),
  };
  const { verifier } = sources;
  const isAsked = found.domains.size > 0;
  const seen = isAsked ? await verifier.look() : [];
  const isDnsProblem = (problem: ReachabilityProblem) => problem.startsWith('dns_');
  const problems = mode === 'dns' ? seen.filter(isDnsProblem) : seen;
  const isDnsBad = problems.some(isDnsProblem);
  const domains = await lookUp(isDnsBad ? undefined : verifier, { found, scale, within });
  const isBlind = problems.length > 0;
  const exact = { addresses: total, isExact: found.seen >= total, problem: problems[0] };
  const work = { maxSessions: verifier.maxSessions, addresses: total };
  if (mode === 'dns') {
    const seconds = expectTime({ ...work, domains: [] });
    const undecidable = Math.round(countWithHosts(domains));
    return { ...free, ...exact, cost: 0, undecidable, causes: {}, seconds };
  }
  const causes = countCauses(domains, problems);
  return {
    ...free,
    ...exact,
    cost: Math.max(
      0,
      Object.values(free).reduce((cost, count) => cost - count, total),
    ),
    undecidable: Object.values(causes).reduce((sum, count) => sum + count, 0),
    causes,
    seconds: expectTime({ ...work, domains: isBlind ? [] : domains }),
  };
}

/** Addresses that only a mail host can decide. */
function countWithHosts(domains: readonly AskedDomain[]): number {
  return domains.reduce(
    (sum, { outlook, count, weight }) => sum + (outlook.kind === 'none' ? 0 : count * weight),
    0,
  );
}

type Causes = Partial<Record<UndecidedCause, number>>;

/** With such a problem only what DNS says is decided, and without DNS nothing. */
function countCauses(
  domains: readonly AskedDomain[],
  [problem]: readonly ReachabilityProblem[],
): Causes {
  const exact = new Map<UndecidedCause, number>();
  for (const { acceptsAll, outlook, count, weight } of domains) {
    const cause = undecidedCause(outlook, acceptsAll, problem);
    if (cause) exact.set(cause, (exact.get(cause) ?? 0) + count * weight);
  }
  return Object.fromEntries([...exact].map(([cause, count]) => [cause, Math.round(count)]));
}

function undecidedCause(
  outlook: DomainOutlook,
  acceptsAll: boolean,
  problem: ReachabilityProblem | undefined,
): UndecidedCause | undefined {
  if (problem?.startsWith('dns_')) return 'dns_failure';
  if (outlook.kind === 'opted_out') return 'opted_out';
  if (outlook.kind === 'failure') return 'dns_failure';
  if (outlook.kind === 'none') return undefined;
  if (problem !== undefined) return 'port_25_closed';
  if (outlook.kind === 'hosts' && outlook.provider.acceptsUntilData)
    return 'accepts_all_until_data';
  return acceptsAll ? 'accept_all' : undefined;
}

export interface ListEstimate extends Estimate {
  readonly quota: QuotaLeft | undefined;
}

/** Absent where the team has none. */
interface QuotaLeft {
  readonly left: number;
  readonly quota: number;
}

/** Of an uploaded list. */
export async function estimateList(
  context: ListContext,
  team: Team,
  list: ListRecord,
): Promise<ListEstimate> {
  const { files, verifier } = context;
  async function* portions() {
    for (let place = 1, read = 1; place <= list.places && read <= PORTIONS; read++) {
      const { emails, last } = await files.cut(list.id, place, MAX_BATCH_SIZE);
      yield emails;
      place = Math.max(last + 1, 1 + Math.floor((read * list.places) / PORTIONS));
    }
  }
  const known = storedAnswers(context, team.id);
  const addresses = { total: list.counts?.distinct ?? 0, portions: portions() };
  const estimate = await estimateAddresses({ ...known, verifier }, addresses);
  return { ...estimate, quota: await quotaLeft(context, team) };
}

/** What a team's database knows. */
export function storedAnswers({ store, clock }: TimedContext, teamId: string): KnownAnswers {
  return {
    findCached: (keys) => store.cache.find(teamId, keys, clock.now()),
    findSuppressed: (keys) => findSuppressed(store, teamId, keys),
  };
}

interface Found {
  seen: number;
  cached: number;
  sameMailbox: number;
  suppressed: number;
  sandbox: number;
  neverAsked: number;
  /** Addresses to be asked about, by domain. */
  readonly domains: Map<string, number>;
  /** Domains of which a known result says that they accept every address. */
  readonly acceptAll: Set<string>;
}

function newFound(): Found {
  const counts = { seen: 0, cached: 0, sameMailbox: 0, suppressed: 0, sandbox: 0, neverAsked: 0 };
  return { ...counts, domains: new Map(), acceptAll: new Set() };
}

async function addPortion(
  sources: EstimateSources,
  emails: readonly string[],
  found: Found,
): Promise<void> {
  const real = emails.filter((email) => costOf(email) === 1);
  found.seen += emails.length;
  const simulated = emails.filter(isSandboxAddress).length;
  found.sandbox += simulated;
  found.neverAsked += emails.length - real.length - simulated;
  const keys = real.map(toCacheKey);
  const suppressed = await sources.findSuppressed(keys);
  const others = keys.filter((key) => !suppressed.has(key));
  found.suppressed += keys.length - others.length;
  const answers = await sources.findCached([...new Set(others)]);
  for (const [key, { facts }] of answers) if (facts.acceptAll) found.acceptAll.add(domainOf(key));
  const open = others.filter((key) => !answers.has(key));
  found.cached += others.length - open.length;
  // All addresses of a mailbox are in one portion.
  const answered = new Set([...answers.keys()].map(toMailboxKey));
  const asked = open.filter((key) => !answered.has(toMailboxKey(key)));
  found.sameMailbox += open.length - new Set(asked.map(toMailboxKey)).size;
  for (const key of asked) {
    const domain = domainOf(key);
    found.domains.set(domain, (found.domains.get(domain) ?? 0) + 1);
  }
}

function domainOf(key: string): string {
  return key.slice(key.lastIndexOf('@') + 1);
}

interface Lookup {
  readonly found: Found;
  /** Addresses of the list for each that was seen. */
  readonly scale: number;
  readonly within: number;
}

async function lookUp(
  verifier: EstimateSources['verifier'] | undefined,
  { found, scale, within }: Lookup,
): Promise<readonly AskedDomain[]> {
  const chosen = chooseDomains(found.domains);
  const names = chosen.map(({ domain }) => domain);
  const outlooks = verifier ? await verifier.outlook(names, within) : [];
  return chosen.map((one, at) => ({
    ...one,
    count: one.count * scale,
    outlook: outlooks[at] ?? { kind: 'unknown' },
    acceptsAll: found.acceptAll.has(one.domain),
  }));
}

/** All of the large ones; of many small ones some, at equal distances, stand for the others. */
function chooseDomains(domains: ReadonlyMap<string, number>): readonly ChosenDomain[] {
  const all = [...domains].map(([domain, count]) => ({ domain, count, weight: 1 }));
  if (all.length <= LARGE_DOMAINS + SMALL_DOMAINS) return all;
  const byCount = all.toSorted((a, b) => b.count - a.count);
  const small = byCount.slice(LARGE_DOMAINS);
  const weight = small.length / SMALL_DOMAINS;
  const some = Array.from({ length: SMALL_DOMAINS }, (_, at) => small[Math.floor(at * weight)]);
  return [
    ...byCount.slice(0, LARGE_DOMAINS),
    ...some.flatMap((one) => (one ? [{ ...one, weight }] : [])),
  ];
}

async function quotaLeft(
  { store, clock }: TimedContext,
  { id, quota }: Team,
): Promise<QuotaLeft | undefined> {
  if (quota === null) return undefined;
  const { used } = await store.reports(id).usage(monthOf(clock.now()));
  return { quota, left: Math.max(0, quota - used) };
}

interface ChosenDomain {
  readonly domain: string;
  readonly count: number;
  /** Domains of the list that this one stands for: 1 where all were looked up. */
  readonly weight: number;
}

/** The addresses of a domain that are to be asked about. */
export interface AskedDomain extends ChosenDomain {
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
interface EstimatedLane {
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

function toLanes(domains: readonly AskedDomain[]): readonly EstimatedLane[] {
  const lanes = new Map<string, EstimatedLane>();
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
function slowest(lanes: readonly EstimatedLane[], maxSessions: number, factor: number): number {
  let most = 0;
  let together = 0;
  for (const lane of lanes) {
    most = Math.max(most, laneSeconds(lane, factor));
    together += busySeconds(lane, factor) * lane.weight;
  }
  return Math.max(most, together / maxSessions);
}

function sessionsOf({ provider, hosts, addresses }: EstimatedLane): number {
  return Math.max(hosts.size, addresses / (provider?.pace.recipientsPerSession ?? addresses));
}

function busySeconds(lane: EstimatedLane, factor: number): number {
  return (sessionsOf(lane) * SESSION + lane.addresses * RECIPIENT) * factor;
}

function laneSeconds(lane: EstimatedLane, factor: number): number {
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
