import { isSandboxAddress } from '../../address/sandbox-domain.ts';

/** Addresses that need DNS and mail servers, among all. */
export interface NetworkShare {
  readonly needing: number;
  readonly total: number;
}

export function networkShare(addresses: Iterable<string>): NetworkShare {
  let needing = 0;
  let total = 0;
  for (const address of addresses) {
    total += 1;
    if (!isSandboxAddress(address)) needing += 1;
  }
  return { needing, total };
}
