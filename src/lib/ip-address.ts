import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** As Node's `isIP`, whose expression for IPv6 takes 15 ms at its first use: what has no colon is spared it. */
export function ipVersion(text: string): 0 | 4 | 6 {
  if (isIPv4(text)) return 4;
  return text.includes(':') && isIPv6(text) ? 6 : 0;
}

/** Public unicast: not on loopback, private, link-local, shared, multicast or reserved ranges, in any form. */
export function isPublicAddress(text: string): boolean {
  return reachedAddresses(text)?.every(isUnicast) ?? false;
}

export function isUnicast(address: IpAddress): boolean {
  return address.range() === 'unicast';
}

/** What a text leads to, of whatever IPv6 form the IPv4 address is wrapped in; undefined for what is no address. */
export function reachedAddresses(text: string): readonly IpAddress[] | undefined {
  return ipaddr.isValid(text) ? unwrapped(ipaddr.parse(text)) : undefined;
}

/** The address that is really reached: of a wrapped IPv4 address that one, of Teredo both of its. */
function unwrapped(address: IpAddress): readonly IpAddress[] {
  if (address.kind() === 'ipv4' || SPECIAL_RANGES.has(address.range())) return [address];
  const bytes = address.toByteArray();
  const form = WRAPPINGS.find((wrapping) =>
    wrapping.prefix.every((byte, at) => bytes[at] === byte),
  );
  return form ? form.inner(bytes).map((inner) => new ipaddr.IPv4(inner)) : [address];
}

/** `::1` and `::`, which look like IPv4-compatible addresses but are not (RFC 4291 §2.5.5.1). */
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
