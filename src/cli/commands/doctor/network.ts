import { Resolver } from 'node:dns/promises';
import { hostname } from 'node:os';
import { type Greeted, greet } from './greet.ts';

/** One resolver. Each question rejects where there is no answer, with the code of Node's resolver. */
export interface Resolving {
  /** As it is named in settings: `ip` or `ip:port`. */
  readonly server: string;
  /** Mail hosts of a domain, best first. */
  mailHosts(domain: string): Promise<readonly string[]>;
  addressesOf(name: string): Promise<readonly string[]>;
  namesOf(address: string): Promise<readonly string[]>;
}

/** What the doctor asks of the network. */
export interface Network {
  /** The resolvers that verifications use, in their order. */
  readonly resolvers: readonly Resolving[];
  /** Greets a mail host on port 25. Rejects when nobody answers. */
  greet(host: string, helo: string): Promise<Greeted>;
  hostname(): string;
  /** Milliseconds, to measure with. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
}

/** Milliseconds for a question to a resolver. */
const PATIENCE = 3000;

export function realNetwork(servers: readonly string[] = []): Network {
  const known = servers.length > 0 ? servers : new Resolver().getServers();
  return {
    resolvers: known.map(resolving),
    greet,
    hostname,
    now: () => performance.now(),
    random: Math.random,
  };
}

function resolving(server: string): Resolving {
  const resolver = new Resolver({ timeout: PATIENCE, tries: 2 });
  resolver.setServers([server]);
  return {
    server,
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

/** What the first resolver says that has an answer. Rejects with the last one's error. */
export async function askAny<Answer>(
  { resolvers }: Network,
  question: (resolver: Resolving) => Promise<Answer>,
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
