import ipaddr from 'ipaddr.js';
import { MailvetError } from '../../lib/errors.ts';
import { type IpAddress, isUnicast, reachedAddresses } from '../../lib/ip-address.ts';

type GuardedNetwork = [IpAddress, number];

/** Whether an IP address may be connected to. */
export type Guard = (address: string) => boolean;

/**
 * A mail domain's owner chooses what its hosts point to, so only public unicast addresses pass:
 * nothing on loopback, private, link-local, shared, multicast or reserved ranges, in whatever IPv6
 * form the IPv4 address is wrapped. `allowed` (CIDR) opens ranges.
 *
 * @throws MailvetError `config` for an invalid range.
 */
export function createGuard(allowed: readonly string[]): Guard {
  const networks = allowed.map(parseNetwork);
  return (text) =>
    reachedAddresses(text)?.every((one) => isUnicast(one) || isIn(networks, one)) ?? false;
}

/** Only addresses in these ranges (CIDR), in whatever form. @throws as `createGuard` does. */
export function createAllowList(allowed: readonly string[]): Guard {
  const networks = allowed.map(parseNetwork);
  return (text) => reachedAddresses(text)?.every((one) => isIn(networks, one)) ?? false;
}

function parseNetwork(range: string): GuardedNetwork {
  try {
    return ipaddr.parseCIDR(range);
  } catch {
    throw new MailvetError('config', `${range} is not a network such as 10.0.0.0/8`);
  }
}

function isIn(networks: readonly GuardedNetwork[], address: IpAddress): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
