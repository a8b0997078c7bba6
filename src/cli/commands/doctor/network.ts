import { hostname } from 'node:os';
import type { EgressRoute, Greeting, MailNetwork } from '../../../composition/mail-network.ts';
import type { VerifierOptions } from '../../../settings/verifier.ts';

export type { Greeting } from '../../../composition/mail-network.ts';

/** One resolver. A query without an answer rejects. */
export type DnsResolver = MailNetwork['resolvers'][number];

/** The network as the doctor uses it. */
export interface Network extends Pick<MailNetwork, 'resolvers'> {
  /** Greets a mail host on port 25. Rejects without an answer. */
  greet(host: string, helo: string): Promise<Greeting>;
  hostname(): string;
  /** Milliseconds, to measure with. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
}

/** An egress of the settings, as the doctor uses it. */
export interface DoctorEgress extends Omit<EgressRoute, 'greet'> {
  /**
   * Greets a mail host on port 25. Rejects without an answer; with EgressUnusable where its source
   * address or its proxy can't be used.
   */
  greet(host: string): Promise<Greeting>;
}

/** The message says what is wrong, as a sentence without a full stop. */
export class EgressUnusable extends Error {}

/** The egresses of the settings, if any. */
export async function realEgresses(options: VerifierOptions): Promise<readonly DoctorEgress[]> {
  const { readEgressRoutes } = await import('../../../composition/mail-network.ts');
  const routes = await readEgressRoutes(options);
  return routes.map((route) => ({
    ...route,
    greet: async (host) => greetingOf(await route.greet(host, route.helo)),
  }));
}

export async function realNetwork(options: VerifierOptions): Promise<Network> {
  const { openMailNetwork } = await import('../../../composition/mail-network.ts');
  const { resolvers, greet } = await openMailNetwork(options);
  return {
    resolvers,
    greet: async (host, helo) => greetingOf(await greet(host, helo)),
    hostname,
    now: () => performance.now(),
    random: Math.random,
  };
}

function greetingOf(greeted: Awaited<ReturnType<MailNetwork['greet']>>): Greeting {
  if ('fault' in greeted) throw new EgressUnusable(greeted.fault.english);
  return greeted;
}

/** The answer of the first resolver that has one. Rejects with the last resolver's error. */
export async function askAny<Answer>(
  { resolvers }: Network,
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
