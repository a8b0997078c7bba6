import { Resolver } from 'node:dns/promises';
import type { DnsAnswer, DnsSource, RecordType } from './source.ts';

/**
 * DNS over the given resolvers (`ip` or `ip:port`), or the system's. What one of them fails to
 * answer is asked of the next: a failing resolver says nothing about a domain.
 */
export function createNodeDnsSource(servers: readonly string[]): DnsSource {
  const known = servers.length > 0 ? servers : new Resolver().getServers();
  const resolvers = known.map(resolverFor);
  return { query: (type, name) => askInTurn(resolvers, type, name) };
}

function resolverFor(server: string): Resolver {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  resolver.setServers([server]);
  return resolver;
}

async function askInTurn<Type extends RecordType>(
  resolvers: readonly Resolver[],
  type: Type,
  name: string,
): Promise<DnsAnswer<Type>> {
  let answer: DnsAnswer<Type> = { kind: 'failure', problem: 'no resolver' };
  for (const resolver of resolvers) {
    answer = await ask(resolver, type, name);
    if (answer.kind !== 'failure') return answer;
  }
  return answer;
}

async function ask<Type extends RecordType>(
  resolver: Resolver,
  type: Type,
  name: string,
): Promise<DnsAnswer<Type>> {
  try {
    const answer = await LOOK_UPS[type](resolver, name);
    // An alias to a name without such records comes as no records, not as ENODATA.
    const isEmpty = answer.kind === 'records' && answer.records.length === 0;
    return isEmpty ? { kind: 'nodata', ttl: UNKNOWN_TTL } : answer;
  } catch (error) {
    return answerOf(error);
  }
}

type LookUps = {
  [Type in RecordType]: (resolver: Resolver, name: string) => Promise<DnsAnswer<Type>>;
};

const LOOK_UPS: LookUps = {
  async MX(resolver, name) {
    const records = await resolver.resolveMx(name);
    const named = records.map(({ priority, exchange }) => ({ preference: priority, exchange }));
    return { kind: 'records', records: named, ttl: UNKNOWN_TTL };
  },
  A: async (resolver, name) => addresses(await resolver.resolve4(name, { ttl: true })),
  AAAA: async (resolver, name) => addresses(await resolver.resolve6(name, { ttl: true })),
};

/** Node does not tell the TTL of MX records, nor of an absence. Seconds. */
const UNKNOWN_TTL = 300;

function addresses(records: readonly { address: string; ttl: number }[]): DnsAnswer<'A' | 'AAAA'> {
  const ttl = Math.min(UNKNOWN_TTL, ...records.map((record) => record.ttl));
  return { kind: 'records', records: records.map((record) => record.address), ttl };
}

/** Only these two are answers: SERVFAIL, REFUSED, a time-out say that nobody knows. */
function answerOf(error: unknown): DnsAnswer<never> {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  if (code === 'ENODATA') return { kind: 'nodata', ttl: UNKNOWN_TTL };
  if (code === 'ENOTFOUND') return { kind: 'nxdomain', ttl: UNKNOWN_TTL };
  return { kind: 'failure', problem: code };
}
