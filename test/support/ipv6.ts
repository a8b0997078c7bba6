import { networkInterfaces } from 'node:os';

/** Whether this machine has ::1: some containers have no IPv6 at all. */
export const HAS_IPV6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');
