import { Resolver } from 'node:dns';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { parseEndpoint } from './endpoint.ts';
import { NameServer, type Said } from './name-server.ts';
import type { DnsAnswer, DnsSource, RecordType } from './source.ts';
import { failure, isName, type Question } from './wire.ts';

/** Times that each server is asked. */
const TRIES = 2;
/** Names asked for behind one another where servers don't follow aliases themselves. */
const MOST_NAMES = 8;
/** Milliseconds for a look-up in all, however many servers are silent. */
const MOST_TIME = 20_000;

/**
 * DNS over the given resolvers (`ip`, `ip:port` or `[ip]:port`), or the system's. What one of them
 * fails to answer is asked of the next: a failing resolver says nothing about a domain. Node's own
 * look-ups tell the TTL neither of MX records nor of an absence, hence these.
 *
 * @throws MailvetError `config` for a resolver that can't be one.
 */
export function createDnsSource(servers: readonly string[], clock: Clock = systemClock): DnsSource {
  const known = servers.length > 0 ? servers : new Resolver().getServers();
  const nameServers = known.map((server) => new NameServer(parseEndpoint(server), clock));
  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      const deadline = clock.monotonic() + MOST_TIME;
      const ask = (question: Question) => askInTurn(nameServers, question, deadline);
      return followed(ask, { type, name }) as Promise<DnsAnswer<Type>>;
    },
  };
}

async function followed(
  ask: (question: Question) => Promise<Said>,
  { type, name }: Question,
): Promise<DnsAnswer<RecordType>> {
  let target = name;
  let ttl = Number.POSITIVE_INFINITY;
  for (let names = 0; names < MOST_NAMES; names++) {
    const said = await ask({ type, name: target });
    if (said.kind === 'failure') return said;
    ttl = Math.min(ttl, said.ttl);
    if (said.kind !== 'alias') return { ...said, ttl };
    target = said.target;
  }
  return failure('ELOOP');
}

async function askInTurn(
  servers: readonly NameServer[],
  question: Question,
  deadline: number,
): Promise<Said> {
  if (!isName(question.name)) return failure('EBADNAME');
  let said: Said = failure('ENOSERVER');
  for (let tries = 0; tries < TRIES; tries++) {
    for (const server of trustedFirst(servers)) {
      said = await server.ask(question, deadline);
      if (said.kind !== 'failure') return said;
    }
  }
  return said;
}

function trustedFirst(servers: readonly NameServer[]): readonly NameServer[] {
  const trusted = servers.filter((server) => server.isTrusted);
  return [...trusted, ...servers.filter((server) => !server.isTrusted)];
}
