import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Trace } from '../trace.ts';
import { parseEndpoint } from './endpoint.ts';
import { type DnsServer, NameServer, type ServerReply } from './name-server.ts';
import { CheckedServer, checkServer } from './server-check.ts';
import {
  type DnsAnswer,
  type DnsSource,
  type DnsState,
  type RecordType,
  UNTRUSTED,
} from './source.ts';
import { isSpecial } from './special-names.ts';
import { systemServers } from './system-servers.ts';
import { type Denial, failure, isName, type Question } from './wire.ts';

/** Times that each server is asked. */
const TRIES = 2;
/** Names asked for in sequence where servers don't follow aliases themselves. */
const MAX_NAMES = 8;
/** Milliseconds for a look-up in all, however many servers are silent. */
const LOOKUP_LIMIT = 20_000;

interface ResolverOptions {
  readonly clock?: Clock;
  /** False: every answer is believed, as closed networks without a root may need it. */
  readonly check?: boolean;
  /** Called with each server's answer. */
  readonly trace?: Trace | undefined;
}

/**
 * DNS over the given resolvers (`ip`, `ip:port` or `[ip]:port`), or the system's. What one of them
 * fails to answer is asked of the next: a failing resolver says nothing about a domain. A denial
 * counts when the server proved itself (server-check.ts) and the zone's SOA stands beside it, or
 * when a second server denies the same. Node's own look-ups give no TTL for MX records or
 * absences, so they can't be used.
 *
 * @throws MailvetError `config` for a resolver that can't be one.
 */
export function createDnsSource(
  servers: readonly string[],
  { clock = systemClock, check = true, trace }: ResolverOptions = {},
): DnsSource {
  const known = servers.length > 0 ? servers : systemServers();
  const nameServers = known.map((server) => new NameServer(parseEndpoint(server), clock));
  const asked = check ? nameServers.map((server) => new CheckedServer(server, clock)) : nameServers;
  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      if (isSpecial(name, servers.length > 0))
        return Promise.resolve({ kind: 'nxdomain', ttl: 3600 });
      const lookup = { servers: asked, check, trace, deadline: clock.monotonic() + LOOKUP_LIMIT };
      return followAliases(lookup, { type, name }) as Promise<DnsAnswer<Type>>;
    },
    check: check ? () => checkServers(nameServers, clock) : undefined,
  };
}

/** One honest server is enough. */
async function checkServers(servers: readonly DnsServer[], clock: Clock): Promise<DnsState> {
  const results = await Promise.all(servers.map((server) => checkServer(server, clock)));
  if (results.includes('honest')) return 'usable';
  const isAnyLying = results.includes('denies_root') || results.includes('invents_names');
  return isAnyLying ? 'dns_untrusted' : 'dns_failure';
}

interface Lookup {
  readonly servers: readonly DnsServer[];
  readonly check: boolean;
  readonly trace: Trace | undefined;
  /** In milliseconds of the clock. */
  readonly deadline: number;
}

async function followAliases(
  lookup: Lookup,
  { type, name }: Question,
): Promise<DnsAnswer<RecordType>> {
  let target = name;
  let ttl = Number.POSITIVE_INFINITY;
  for (let names = 0; names < MAX_NAMES; names++) {
    const reply = await askSequentially(lookup, { type, name: target });
    if (reply.kind === 'failure') return reply;
    ttl = Math.min(ttl, reply.ttl);
    if (reply.kind === 'records') return { ...reply, ttl };
    if (reply.kind !== 'alias') return { kind: reply.kind, ttl };
    target = reply.target;
  }
  return failure('ELOOP');
}

/** The first reply that is no failure and can be believed. */
async function askSequentially(lookup: Lookup, question: Question): Promise<ServerReply> {
  if (!isName(question.name)) return failure('EBADNAME');
  let failed = failure('ENOSERVER');
  let denier: DnsServer | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    for (const server of trustedFirst(lookup.servers)) {
      if (server.name === denier?.name) continue;
      const reply = await server.ask(question, lookup.deadline);
      lookup.trace?.({ event: 'dns', server: server.name, ...question, ...reply });
      if (reply.kind === 'failure') failed = worseFailure(failed, reply);
      else if (denier || !lookup.check || !lacksSoa(reply)) return reply;
      else denier = server;
    }
  }
  return denier ? failure(UNTRUSTED) : failed;
}

function lacksSoa(reply: ServerReply): boolean {
  return isDenial(reply) && !reply.hasSoa;
}

function isDenial(reply: ServerReply): reply is Denial {
  return reply.kind === 'nodata' || reply.kind === 'nxdomain';
}

type Failure = Extract<ServerReply, { readonly kind: 'failure' }>;

/** An untruthful answer explains more than silence. */
function worseFailure(before: Failure, failed: Failure): Failure {
  return before.problem === UNTRUSTED ? before : failed;
}

function trustedFirst(servers: readonly DnsServer[]): readonly DnsServer[] {
  if (servers.length === 1) return servers;
  const trusted = servers.filter((server) => server.isTrusted);
  return [...trusted, ...servers.filter((server) => !server.isTrusted)];
}
