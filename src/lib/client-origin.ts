import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who sent a request, as far as it can be believed. */
export interface ClientOrigin {
  /** IP address; `unknown` without a socket. */
  readonly address: string;
  /** Whether the client speaks TLS, to a trusted proxy. */
  readonly isHttps: boolean;
}

interface ReceivedRequest {
  /** Address of the peer of the connection. */
  readonly peer: string | undefined;
  /** All values of a header, joined by commas. */
  readonly header: (name: string) => string | undefined;
}

/** Finds who sent a request. */
export type FindOrigin = (request: ReceivedRequest) => ClientOrigin;

type ProxyNetwork = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a network in CIDR notation; undefined for anything else. */
export function parseNetwork(text: string): ProxyNetwork | undefined {
  const [address = '', bits] = text.split('/');
  if (isIP(address) === 0) return undefined;
  try {
    if (bits !== undefined) return ipaddr.parseCIDR(text);
  } catch {
    return undefined;
  }
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Finds the client behind trusted proxies: the right-most hop that is not one of them. What stands
 * left of it was written by that client, who may write anything.
 */
export function originFinder(trusted: readonly string[]): FindOrigin {
  const networks = trusted.map(parseNetwork).filter((network) => network !== undefined);
  const isTrusted = (address: string) => networks.some((network) => isIn(address, network));
  return ({ peer, header }) => {
    const address = normalAddress(peer ?? '') ?? 'unknown';
    if (!isTrusted(address)) return { address, isHttps: false };
    const hops = readHops(header);
    const client = hops.findLast((hop, index) => index === 0 || !isTrusted(hop.address));
    if (!client) return { address, isHttps: isHttps(header('X-Forwarded-Proto')) };
    return { address: client.address, isHttps: client.isHttps };
  };

  /** From the client to us. Ends (leftwards) before a hop that names no address. */
  function readHops(header: ReceivedRequest['header']): readonly ClientOrigin[] {
    const proto = isHttps(header('X-Forwarded-Proto'));
    const forwarded = forwardedHops(header('Forwarded'), proto);
    const plain = wellFormed((header('X-Forwarded-For') ?? '').split(','), (hop) => ({
      address: hop,
      isHttps: proto,
    }));
    if (forwarded.length === 0) return plain;
    if (plain.length === 0) return forwarded;
    // A proxy writes one of the two and hands the other on as the client wrote it. Where they differ
    // neither can be believed.
    const agree = plain.at(-1)?.address === forwarded.at(-1)?.address;
    return agree && plain.length === forwarded.length ? forwarded : [];
  }
}

/** RFC 7239: `for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"`. */
function forwardedHops(header: string | undefined, proto: boolean): readonly ClientOrigin[] {
  return wellFormed((header ?? '').split(','), (hop) => {
    const value = (name: string) =>
      new RegExp(`(?:^|;)\\s*${name}="?([^";,]*)"?`, 'i').exec(hop)?.[1];
    const protoParameter = value('proto');
    return {
      address: value('for') ?? '',
      isHttps: protoParameter === undefined ? proto : isHttps(protoParameter),
    };
  });
}

function wellFormed(
  hops: readonly string[],
  read: (hop: string) => ClientOrigin,
): readonly ClientOrigin[] {
  const known: ClientOrigin[] = [];
  for (const hop of hops.toReversed()) {
    const { address: text, isHttps: https } = read(hop.trim());
    const address = normalAddress(withoutPort(text));
    if (address === undefined) break;
    known.unshift({ address, isHttps: https });
  }
  return known;
}

/** The first: a proxy that stands before another sees what the client speaks. */
function isHttps(proto: string | undefined): boolean {
  return proto?.split(',')[0]?.trim().toLowerCase() === 'https';
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

/** `::ffff:192.0.2.1` is the IPv4 address that it stands for. */
function normalAddress(text: string): string | undefined {
  const plain = text.split('%')[0] ?? '';
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain).toString();
}

function isIn(address: string, [network, bits]: ProxyNetwork): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

/** Where failures are counted: an IPv4 address, or the /64 network that one IPv6 host can use freely. */
export function toSource(address: string): string {
  if (isIP(address) !== 6) return address;
  const { parts } = ipaddr.parse(address) as InstanceType<typeof ipaddr.IPv6>;
  return `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
