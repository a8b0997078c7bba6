import ipaddr from 'ipaddr.js';
import { MailvetError } from '../../errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Whether an IP address may be connected to. */
export type Guard = (address: string) => boolean;

/**
 * A mail domain's owner chooses what its hosts point to, so only public unicast addresses pass:
 * nothing on loopback, private, link-local, shared, multicast or reserved ranges, in whatever IPv6
 * form the IPv4 address is wrapped. `allowed` (CIDR) opens ranges.
 *
 * @throws MailvetError `config` for a range that is none.
 */
export function createGuard(allowed: readonly string[]): Guard {
  const networks = allowed.map(parseNetwork);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const addresses = unwrapped(ipaddr.parse(text));
    return addresses.every((address) => isPublic(address) || isIn(networks, address));
  };
}

/** Only addresses in these ranges (CIDR), in whatever form. @throws as `createGuard` does. */
export function createAllowList(allowed: readonly string[]): Guard {
  const networks = allowed.map(parseNetwork);
  return (text) =>
    ipaddr.isValid(text) &&
    unwrapped(ipaddr.parse(text)).every((address) => isIn(networks, address));
}

function parseNetwork(range: string): Network {
  try {
    return ipaddr.parseCIDR(range);
  } catch {
    throw new MailvetError('config', `${range} is not a network such as 10.0.0.0/8`);
  }
}

function isIn(networks: readonly Network[], address: Address): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

const isPublic = (address: Address) => address.range() === 'unicast';

/** The address that is really reached: of a wrapped IPv4 address that one, of Teredo both of its. */
function unwrapped(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4' || SPECIAL_RANGES.has(address.range())) return [address];
  const bytes = address.toByteArray();
  const form = WRAPPINGS.find((wrapping) =>
    wrapping.prefix.every((byte, at) => bytes[at] === byte),
  );
  return form ? form.inner(bytes).map((inner) => new ipaddr.IPv4(inner)) : [address];
}

/** `::1` and `::`, which look like IPv4-compatible addresses and are none (RFC 4291 §2.5.5.1). */
const SPECIAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'unspecified']);

interface Wrapping {
  readonly prefix: readonly number[];
  inner(bytes: readonly number[]): number[][];
}

const zeros = (count: number) => Array<number>(count).fill(0);
const tail = (bytes: readonly number[]) => [bytes.slice(12)];

const WRAPPINGS: readonly Wrapping[] = [
  // IPv4-mapped, RFC 4291 §2.5.5.2
  { prefix: [...zeros(10), 0xff, 0xff], inner: tail },
  // IPv4-translated, RFC 2765 §2.1
  { prefix: [...zeros(8), 0xff, 0xff, 0, 0], inner: tail },
  // NAT64, RFC 6052 §2.1, and its local-use prefix, RFC 8215
  { prefix: [0, 0x64, 0xff, 0x9b, ...zeros(8)], inner: tail },
  { prefix: [0, 0x64, 0xff, 0x9b, 0, 1], inner: tail },
  // 6to4, RFC 3056 §2
  { prefix: [0x20, 0x02], inner: (bytes) => [bytes.slice(2, 6)] },
  // Teredo, RFC 4380 §4: the server, and the client with its bits turned round
  {
    prefix: [0x20, 0x01, 0, 0],
    inner: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)],
  },
  // IPv4-compatible, RFC 4291 §2.5.5.1
  { prefix: zeros(12), inner: tail },
];
