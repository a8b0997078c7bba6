import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { systemClock } from '../lib/clock.ts';
import type { VerifierOptions } from '../settings/verifier.ts';
import { createConnectors } from '../verifier/egress/create-egresses.ts';
import { proxyName } from '../verifier/net/socks.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';
import { isOwnAddress, readEgresses } from './egress.ts';
import { readProviders } from './providers.ts';

/** An egress of the settings, to be checked. */
export interface EgressRoute {
  readonly name: string;
  readonly helo: string;
  /** Its source address; absent behind a proxy, or where the system chooses. */
  readonly address?: string | undefined;
  /** `host:port` of its proxy. */
  readonly proxy?: string | undefined;
  /** Kinds of addresses that it can reach, the preferred first. */
  readonly families: readonly ('A' | 'AAAA')[];
  /** Whether its source address is one of this machine's; true where it names none. */
  isOwnAddress(): Promise<boolean>;
  /** Connects to an IP address as verifications do. Rejects with the signal's reason. */
  connect(
    target: { readonly address: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Socket | 'silent' | 'refused' | { readonly fault: string }>;
}

/** Milliseconds for a connection. */
const CONNECT_MS = 10_000;

/**
 * The egresses of the settings; none where there are none.
 *
 * @throws MailvetError `config` for a file that can't be read, and for an egress that can't be used.
 */
export async function readEgressRoutes(options: VerifierOptions): Promise<readonly EgressRoute[]> {
  const providers = await readProviders(options.providers);
  const egresses = await readEgresses(options.egress, withOverrides(providers));
  const connecting = { clock: systemClock, connectLimit: CONNECT_MS };
  const connectors = createConnectors(egresses, connecting);
  return egresses.flatMap(({ name, address, helo, socks5 }, at) => {
    const connector = connectors[at];
    if (!connector) return [];
    return {
      ...connector,
      name,
      address,
      helo: helo ?? options.helo ?? hostname(),
      proxy: socks5 && proxyName(socks5),
      isOwnAddress: async () => address === undefined || isOwnAddress(address),
    };
  });
}
