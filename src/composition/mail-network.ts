/** The network as verifications use it, for those who check it: name servers, and the way to mail hosts. */

import { Socket } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { systemClock } from '../lib/clock.ts';
import type { VerifierOptions } from '../settings/verifier.ts';
import { parseEndpoint } from '../verifier/dns/endpoint.ts';
import { NameServer } from '../verifier/dns/name-server.ts';
import { createDnsSource } from '../verifier/dns/resolver-source.ts';
import { type CheckResult, checkServer } from '../verifier/dns/server-check.ts';
import type { DnsRecords, RecordType } from '../verifier/dns/source.ts';
import { systemServers } from '../verifier/dns/system-servers.ts';
import type { Connector, EgressFault } from '../verifier/net/connect.ts';
import { createDial, type Dial } from '../verifier/net/dial.ts';
import { createGuard } from '../verifier/net/guard.ts';
import { proxyName } from '../verifier/net/socks.ts';
import { createConnectors } from '../verifier/pacing/egress/create-egresses.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';
import { isPositive, SmtpConnection } from '../verifier/smtp/connection.ts';
import { ownAddressIn } from '../verifier/smtp/hello.ts';
import { isOwnAddress, readEgresses, readProviders } from './verifier-settings.ts';

/** One name server. A question without an answer rejects with `ENOTFOUND`, `ENODATA` or the problem. */
interface Resolver {
  /** As in settings: `ip` or `ip:port`. */
  readonly server: string;
  /** The check that verifications make of it. */
  check(): Promise<CheckResult>;
  /** Mail hosts of a domain, best first. */
  mailHosts(domain: string): Promise<readonly string[]>;
  addressesOf(name: string): Promise<readonly string[]>;
  namesOf(address: string): Promise<readonly string[]>;
}

/** Greets a mail host. Rejects without an answer; a fault is one of the way to it. */
type Greet = (host: string, helo: string) => Promise<Greeting | EgressFault>;

/** The network without egresses. */
export interface MailNetwork {
  /** The name servers of the settings, else those of the machine. */
  readonly resolvers: readonly Resolver[];
  readonly greet: Greet;
}

/** An egress of the settings, to be checked. */
export interface EgressRoute {
  readonly name: string;
  readonly helo: string;
  /** Its source address; absent behind a proxy, or where the system chooses. */
  readonly address?: string | undefined;
  /** `host:port` of its proxy. */
  readonly proxy?: string | undefined;
  /** Whether its source address is one of this machine's; true where it names none. */
  isOwnAddress(): Promise<boolean>;
  /** Greets a mail host by it. */
  readonly greet: Greet;
}

const SMTP_PORT = 25;
/** Milliseconds for a connection. */
const CONNECT_MS = 10_000;
/** For a connection to a proxy and from there to the addresses of a host. */
const ATTEMPT_MS = 30_000;

const CONNECTING = { clock: systemClock, connectLimit: CONNECT_MS };

/** `port`: of the mail hosts; any other than 25 is for tests. */
export function openMailNetwork(options: VerifierOptions, port = SMTP_PORT): MailNetwork {
  const { dns = [] } = options;
  const servers = dns.length > 0 ? dns : systemServers();
  const [connector] = createConnectors([], CONNECTING);
  return { resolvers: servers.map(openResolver), greet: greeter(options, connector, port) };
}

/**
 * The egresses of the settings, if any.
 *
 * @throws MailvetError `config` for a file that can't be read, and for an egress that can't be used.
 */
export async function readEgressRoutes(options: VerifierOptions): Promise<readonly EgressRoute[]> {
  const providers = await readProviders(options.providers);
  const egresses = await readEgresses(options.egress, withOverrides(providers));
  const connectors = createConnectors(egresses, CONNECTING);
  return egresses.map(({ name, address, helo, socks5 }, at) => ({
    name,
    address,
    helo: helo ?? options.helo ?? hostname(),
    proxy: socks5 && proxyName(socks5),
    isOwnAddress: async () => address === undefined || isOwnAddress(address),
    greet: greeter(options, connectors[at], SMTP_PORT),
  }));
}

/** Name servers are checked by themselves: what they say of a mail host is believed here. */
function greeter(
  { dns = [], allowNetwork = [] }: VerifierOptions,
  connector: Connector | undefined,
  port: number,
): Greet {
  if (!connector) throw new Error('an egress without a connector');
  const guard = createGuard(allowNetwork);
  const dial = createDial({ dns: createDnsSource(dns, { check: false }), guard, port, connector });
  return (host, helo) => greetBy(dial, host, helo);
}

async function greetBy(dial: Dial, host: string, helo: string): Promise<Greeting | EgressFault> {
  const dialled = await dial(host, AbortSignal.timeout(ATTEMPT_MS));
  if (dialled.kind === 'connected') return greetOver(dialled.stream, helo);
  if (dialled.kind === 'no_host') throw new Error(`${host} has no address`);
  const fault = dialled.kind === 'failed' && dialled.cause;
  if (typeof fault === 'object') return fault;
  throw new Error(`no connection to ${host}`);
}

function openResolver(server: string): Resolver {
  const dns = createDnsSource([server], { check: false });
  const ask = async <Type extends RecordType>(
    type: Type,
    name: string,
  ): Promise<readonly DnsRecords[Type][]> => {
    const answer = await dns.query(type, name);
    if (answer.kind === 'records') return answer.records;
    const denial = answer.kind === 'nodata' ? 'ENODATA' : 'ENOTFOUND';
    throw new Error(answer.kind === 'failure' ? answer.problem : denial);
  };
  return {
    server,
    check: () => checkServer(new NameServer(parseEndpoint(server), systemClock), systemClock),
    async mailHosts(domain) {
      const records = await ask('MX', domain);
      const best = records.toSorted((a, b) => a.preference - b.preference);
      return best.map(({ exchange }) => exchange);
    },
    async addressesOf(name) {
      const [first, second] = await Promise.allSettled([ask('A', name), ask('AAAA', name)]);
      const found = [first, second].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (found.length === 0 && first.status === 'rejected') throw first.reason;
      return found;
    },
    namesOf: (address) => ask('PTR', reverseName(address)),
  };
}

/** RFC 1035 §3.5, RFC 3596 §2.5. */
function reverseName(address: string): string {
  const parsed = ipaddr.parse(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${bytes.toReversed().join('.')}.in-addr.arpa`;
  const digits = bytes.flatMap((byte) => [...byte.toString(16).padStart(2, '0')]);
  return `${digits.toReversed().join('.')}.ip6.arpa`;
}

/** What a mail host's greeting shows about this machine. */
export interface Greeting {
  /** This machine's address as the host sees it, where the host names it. */
  readonly seenAs: string | undefined;
  /** The local address of the connection: a private one behind address translation. */
  readonly localAddress: string;
}

/** Milliseconds for the whole dialogue. */
const TIMEOUT_MS = 10_000;

/** Waits for the greeting, sends EHLO, reads the reply and quits. Rejects without a greeting. */
export async function greetOver(stream: Duplex, helo: string): Promise<Greeting> {
  const connection = new SmtpConnection(stream, {
    clock: systemClock,
    sessionLimit: TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  try {
    const greeting = await connection.receive(TIMEOUT_MS);
    if (!greeting.ok) throw new Error(`no greeting: ${greeting.fault}`);
    const localAddress = (stream instanceof Socket && stream.localAddress) || '';
    // A refusal also shows that port 25 is open.
    if (!isPositive(greeting)) return { seenAs: undefined, localAddress };
    connection.send(`EHLO ${helo.replace(/[^\x21-\x7e]/g, '')}`);
    const hello = await connection.receive(TIMEOUT_MS);
    return { seenAs: hello.ok ? ownAddressIn(hello.reply.lines[0]) : undefined, localAddress };
  } finally {
    await connection.close();
  }
}
