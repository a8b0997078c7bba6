import { Resolver } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { hostname } from 'node:os';
import { checkNameServers, readEgressRoutes } from '../../service/embedded.ts';
import { type Greeting, greet, greetOver } from './greet.ts';

type EgressRoute = Awaited<ReturnType<typeof readEgressRoutes>>[number];

/** What a check of a name server showed. */
export type ResolverCheck =
  | 'honest'
  | 'own_root'
  | 'denies_root'
  | 'invents_names'
  | 'refuses'
  | 'no_answer';

/** One resolver. A query without an answer rejects with the code of Node's resolver. */
export interface DnsResolver {
  /** Its address as in settings: `ip` or `ip:port`. */
  readonly server: string;
  /** Whether its answers about two facts that never change are right. */
  check(): Promise<ResolverCheck>;
  /** Mail hosts of a domain, best first. */
  mailHosts(domain: string): Promise<readonly string[]>;
  addressesOf(name: string): Promise<readonly string[]>;
  namesOf(address: string): Promise<readonly string[]>;
}

/** The network as the doctor uses it. */
export interface Network {
  /** The resolvers that verifications use, in their order. */
  readonly resolvers: readonly DnsResolver[];
  /** Greets a mail host on port 25. Rejects without an answer. */
  greet(host: string, helo: string): Promise<Greeting>;
  hostname(): string;
  /** Milliseconds, to measure with. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
}

/** Milliseconds for a question to a resolver. */
const TIMEOUT_MS = 3000;

/** An egress of the settings, as the doctor uses it. */
export interface DoctorEgress extends Pick<EgressRoute, 'name' | 'helo' | 'address' | 'proxy'> {
  isOwnAddress(): Promise<boolean>;
  /**
   * Greets a mail host on port 25. Rejects without an answer; with EgressUnusable where its source
   * address or its proxy can't be used.
   */
  greet(network: Network, host: string): Promise<Greeting>;
}

/** The message says what is wrong, as a sentence without a full stop. */
export class EgressUnusable extends Error {}

/** The egresses of the settings; none where there are none. */
export async function realEgresses(
  options: Parameters<typeof readEgressRoutes>[0],
): Promise<readonly DoctorEgress[]> {
  const routes = await readEgressRoutes(options);
  return routes.map((route) => ({
    ...route,
    greet: (network, host) => greetBy(route, network, host),
  }));
}

const SMTP_PORT = 25;
/** Addresses of one host that are tried. */
const MAX_ADDRESSES = 2;

async function greetBy(route: EgressRoute, network: Network, host: string): Promise<Greeting> {
  const found = await askAny(network, (dns) => dns.addressesOf(host));
  const usable = found.filter((one) => route.families.includes(isIPv6(one) ? 'AAAA' : 'A'));
  const target = { port: SMTP_PORT };
  for (const address of usable.slice(0, MAX_ADDRESSES)) {
    const socket = await route.connect({ ...target, address }, AbortSignal.timeout(ATTEMPT_MS));
    if (typeof socket === 'string') continue;
    if ('fault' in socket) throw new EgressUnusable(socket.fault);
    return greetOver(socket, route.helo);
  }
  throw new Error(`no connection to ${host}`);
}

/** More than a connection to a proxy and from there to the host may take. */
const ATTEMPT_MS = 30_000;

export async function realNetwork(servers: readonly string[] = []): Promise<Network> {
  const known = await checkNameServers(servers);
  const resolvers = known.map(({ server, check }) => resolving(server, check));
  const lookup = lookupBy({ resolvers });
  return {
    resolvers,
    greet: (host, helo) => greet(host, helo, { lookup }),
    hostname,
    now: () => performance.now(),
    random: Math.random,
  };
}

function resolving(server: string, check: DnsResolver['check']): DnsResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  resolver.setServers([server]);
  return {
    server,
    check,
    async mailHosts(domain) {
      const records = await resolver.resolveMx(domain);
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    async addressesOf(name) {
      const families = [resolver.resolve4(name), resolver.resolve6(name)];
      const [first, second] = await Promise.allSettled(families);
      const found = [first, second].flatMap((one) =>
        one?.status === 'fulfilled' ? one.value : [],
      );
      if (found.length === 0 && first?.status === 'rejected') throw first.reason;
      return found;
    },
    namesOf: (address) => resolver.reverse(address),
  };
}

/** Finds addresses by these resolvers, for a connection that takes several (`autoSelectFamily`). */
export function lookupBy(network: Pick<Network, 'resolvers'>): LookupFunction {
  const find = async (host: string) => {
    const found = await askAny(network, (dns) => dns.addressesOf(host));
    return found.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, _options, done) => {
    find(host).then(
      (found) => done(null, found),
      (error) => done(error, []),
    );
  };
}

/** The answer of the first resolver that has one. Rejects with the last resolver's error. */
export async function askAny<Answer>(
  { resolvers }: Pick<Network, 'resolvers'>,
  question: (resolver: DnsResolver) => Promise<Answer>,
): Promise<Answer> {
  let problem: unknown = new Error('no resolver is known');
  for (const resolver of resolvers) {
    try {
      return await question(resolver);
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}
