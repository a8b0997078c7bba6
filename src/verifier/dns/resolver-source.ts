import { isSpecial } from '../../address/special-names.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Trace } from '../engine/trace.ts';
import { DenialCheck, type Voice } from './confirm-denial.ts';
import { parseEndpoint } from './endpoint.ts';
import { type DnsServer, NameServer, type ServerResponse } from './name-server.ts';
import { CheckedServer, needsProof } from './server-check.ts';
import {
  type AbsentRecords,
  type DnsAnswer,
  type DnsSource,
  type DnsState,
  type RecordType,
  UNTRUSTED,
} from './source.ts';
import { systemServers } from './system-servers.ts';
import { failure, isDenial, isName, type Question } from './wire.ts';

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
 * when a second server denies the same; `confirm` asks a second time (confirm-denial.ts). Node's
 * own look-ups give no TTL for MX records or absences, so they can't be used.
 *
 * @throws MailvetError `config` for a resolver that can't be one.
 */
export function createDnsSource(
  servers: readonly string[],
  { clock = systemClock, check = true, trace }: ResolverOptions = {},
): DnsSource {
  const known = servers.length > 0 ? servers : systemServers();
  const nameServers = known.map((server) => new NameServer(parseEndpoint(server), clock));
  const checked = nameServers.map((server) => new CheckedServer(server, clock));
  const denials = new DenialCheck({ clock, check });
  const open = () => ({
    servers: check ? checked : nameServers,
    check,
    trace,
    deadline: clock.monotonic() + LOOKUP_LIMIT,
  });
  return {
    query<Type extends RecordType>(type: Type, name: string): Promise<DnsAnswer<Type>> {
      if (isSpecial(name, servers.length > 0)) return Promise.resolve(NEVER_THERE);
      const lookup = open();
      const ask = (question: Question) => askSequentially(lookup, question);
      return followAliases(ask, { type, name }) as Promise<DnsAnswer<Type>>;
    },
    async confirm<Type extends RecordType>(type: Type, name: string, denial: AbsentRecords) {
      if (denial === NEVER_THERE) return denial;
      const voices = toVoices(open());
      const ask = (question: Question) => denials.confirm(question, denial, voices);
      const answer = await followAliases(ask, { type, name });
      return (isDenial(answer) ? { ...answer, isConfirmed: true } : answer) as DnsAnswer<Type>;
    },
    check: check ? () => checkServers(checked) : undefined,
  };
}

/** The answer about special names. */
const NEVER_THERE = { kind: 'nxdomain', ttl: 3600 } as const;

/** One honest server is enough. */
async function checkServers(servers: readonly CheckedServer[]): Promise<DnsState> {
  const states = await Promise.all(servers.map((server) => server.state()));
  if (states.includes('usable')) return 'usable';
  return states.includes('dns_untrusted') ? 'dns_untrusted' : 'dns_failure';
}

interface ServerLookup {
  readonly servers: readonly DnsServer[];
  readonly check: boolean;
  readonly trace: Trace | undefined;
  /** In milliseconds of the clock. */
  readonly deadline: number;
  readonly purpose?: 'confirm' | 'control';
}

function toVoices(lookup: ServerLookup): readonly Voice[] {
  return lookup.servers.map((server) => ({
    name: server.name,
    isTrusted: server.isTrusted,
    ask: (question, purpose) => askServer(server, { ...lookup, purpose }, question),
  }));
}

async function followAliases(
  ask: (question: Question) => Promise<NamedResponse>,
  { type, name }: Question,
): Promise<DnsAnswer<RecordType>> {
  let target = name;
  let ttl = Number.POSITIVE_INFINITY;
  for (let names = 0; names < MAX_NAMES; names++) {
    if (!isName(target)) return failure('EBADNAME');
    const response = await ask({ type, name: target });
    if (response.kind === 'failure') return response;
    ttl = Math.min(ttl, response.ttl);
    if (response.kind === 'records') return ttl === response.ttl ? response : { ...response, ttl };
    if (response.kind !== 'alias')
      return {
        kind: response.kind,
        ttl,
        ...(response.server !== undefined && { server: response.server }),
      };
    target = response.target;
  }
  return failure('ELOOP');
}

/** The first response that is no failure and can be believed. */
async function askSequentially(lookup: ServerLookup, question: Question): Promise<NamedResponse> {
  let failed: ServerFailure = failure('ENOSERVER');
  let denier: DnsServer | undefined;
  const mustProve = lookup.check && needsProof(question);
  for (let tries = 0; tries < TRIES; tries++) {
    for (const server of trustedFirst(lookup.servers)) {
      if (server.name === denier?.name) continue;
      const response = await askServer(server, lookup, question);
      if (response.kind === 'failure') failed = worseFailure(failed, response);
      else if (denier || !mustProve || !lacksSoa(response)) return response;
      else denier = server;
    }
  }
  return denier ? failure(UNTRUSTED) : failed;
}

/** An answer says whose it is. */
type NamedResponse = ServerResponse & { readonly server?: string };

async function askServer(
  server: DnsServer,
  { deadline, trace, purpose }: ServerLookup,
  question: Question,
): Promise<NamedResponse> {
  const response = await server.ask(question, deadline);
  trace?.({
    event: 'dns',
    server: server.name,
    ...question,
    ...response,
    ...(purpose && { purpose }),
  });
  return response.kind === 'failure' ? response : { ...response, server: server.name };
}

function lacksSoa(response: ServerResponse): boolean {
  return isDenial(response) && !response.hasSoa;
}

type ServerFailure = Extract<ServerResponse, { readonly kind: 'failure' }>;

/** An untruthful answer explains more than silence. */
function worseFailure(before: ServerFailure, failed: ServerFailure): ServerFailure {
  return before.problem === UNTRUSTED ? before : failed;
}

function trustedFirst(servers: readonly DnsServer[]): readonly DnsServer[] {
  if (servers.length === 1) return servers;
  const trusted = servers.filter((server) => server.isTrusted);
  return [...trusted, ...servers.filter((server) => !server.isTrusted)];
}
