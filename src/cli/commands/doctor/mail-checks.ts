import { isPublicAddress } from '../../../lib/ip-address.ts';
import { listingName, readListing } from '../../../settings/block-lists.ts';
import { type Check, type CheckReport, pass, warn } from './checks.ts';
import { askAny, EgressUnusable, type Greeting, type Network } from './network.ts';

type CheckOutcome = Omit<CheckReport, 'check'>;

/** Domains of different providers: one may refuse this machine; if all fail, port 25 is closed. */
const WELL_KNOWN = ['gmail.com', 'outlook.com', 'yahoo.com', 'gmx.net'];

/** The outcome of connecting to mail hosts on port 25. */
export interface OutboundProbe {
  /** The host that answered. */
  readonly host: string | undefined;
  readonly tried: readonly string[];
  /** This machine's address as mail hosts see it. */
  readonly address: string | undefined;
  /** Why the egress can't be used. */
  readonly fault?: string | undefined;
}

/** The name that HELO says, and the setting to change it. */
interface Helo {
  readonly name: string;
  /** As in "give another with --helo". */
  readonly setting: string;
  /** The setting with another name, as it is written. */
  readonly with: (name: string) => string;
}

export const HELO_FLAG = {
  setting: '--helo',
  with: (name: string) => `--helo ${name}`,
};

type Greet = (host: string) => Promise<Greeting>;

/** Connects to one mail host after the other, until one names this machine's address. */
export async function probeOutbound(
  network: Network,
  greet: Greet,
  { isProxied = false } = {},
): Promise<OutboundProbe> {
  const tried: string[] = [];
  let answered: OutboundProbe | undefined;
  for (const domain of WELL_KNOWN) {
    const hosts = await askAny(network, (dns) => dns.mailHosts(domain)).catch((): string[] => []);
    const host = hosts[0];
    if (host === undefined) continue;
    tried.push(host);
    const greeted = await greet(host).catch((error: Error) => error);
    if (greeted instanceof EgressUnusable)
      return { host: undefined, tried, address: undefined, fault: greeted.message };
    if (greeted instanceof Error) continue;
    // Behind a proxy the local address is that of the connection to the proxy.
    const address = greeted.seenAs ?? (isProxied ? undefined : publicOnly(greeted.localAddress));
    answered ??= { host, tried, address };
    if (address !== undefined) return { host, tried, address };
  }
  return answered ?? { host: undefined, tried, address: undefined };
}

/** The local address is the public one only without address translation. */
function publicOnly(address: string): string | undefined {
  return isPublicAddress(address) ? address : undefined;
}

export function checkPort25({ host, tried }: OutboundProbe): Check {
  return async () => {
    if (host !== undefined) return pass(`outbound connections are let through (${host})`);
    if (tried.length === 0) return warn('skipped (needs DNS to find a mail host)');
    return warn(
      `no connection to ${tried.join(', ')}: mailboxes can't be probed, results rest on DNS alone`,
      'Most clouds and home lines close port 25: ask the provider, or run mailvet serve where it is open',
    );
  };
}

/** The HELO name, and whether it leads to the address that hosts see. */
export function checkHelo(
  network: Network,
  { address }: Pick<OutboundProbe, 'address'>,
  { name: helo, setting }: Helo,
): Check {
  return async () => {
    if (!helo.includes('.')) {
      return warn(`'${helo}' is not a full name`, `Give the name of this host with ${setting}`);
    }
    const addresses = await askAny(network, (dns) => dns.addressesOf(helo)).catch(
      (): string[] => [],
    );
    if (addresses.length === 0) {
      const hint = `Mail hosts may refuse us: make an A record for it, or give another with ${setting}`;
      return warn(`${helo} has no address in DNS`, hint);
    }
    if (address === undefined || addresses.includes(address))
      return pass(`${helo} is ${addresses[0]}`);
    return warn(
      `${helo} is ${addresses[0]}, yet mail hosts see ${address}`,
      `Let its A record be the address that mail hosts see, or give the name of that address with ${setting}`,
    );
  };
}

/** Why nothing can be said about the address as mail hosts see it. */
function unknownAddress({ host }: Pick<OutboundProbe, 'host'>): string {
  if (host === undefined) return "skipped (needs port 25 to learn this machine's public address)";
  return 'skipped (no mail host that answered says which address it sees)';
}

/** Forward-confirmed reverse DNS: the address has a name, the name that address, and HELO says it. */
export function checkReverseDns(
  network: Network,
  wayOut: Pick<OutboundProbe, 'address' | 'host'>,
  helo: Helo,
): Check {
  return async () => {
    const { address } = wayOut;
    if (address === undefined) return warn(unknownAddress(wayOut));
    const names = await askAny(network, (dns) => dns.namesOf(address)).catch((): string[] => []);
    if (names.length === 0) {
      const hint = `Ask the provider of the address to name it ${helo.name}: many mail hosts refuse nameless ones`;
      return warn(`${address} has no name`, hint);
    }
    return judgeNames(network, address, { names, helo });
  };
}

async function judgeNames(
  network: Network,
  address: string,
  { names, helo: { name: helo, with: withName } }: { names: readonly string[]; helo: Helo },
): Promise<CheckOutcome> {
  const name = names.find((one) => one === helo) ?? names[0] ?? '';
  const back = await askAny(network, (dns) => dns.addressesOf(name)).catch((): string[] => []);
  if (!back.includes(address)) {
    const hint = `Make an A record that leads ${name} to ${address}`;
    return warn(`${address} is ${name}, but ${name} is not ${address}`, hint);
  }
  if (name !== helo) {
    return warn(`${address} is ${name}, HELO says ${helo}`, `Say the same name: ${withName(name)}`);
  }
  return pass(`${address} is ${name}, and HELO says so`);
}

export function checkBlockList(
  network: Network,
  wayOut: Pick<OutboundProbe, 'address' | 'host'>,
  list: string,
): Check {
  return async () => {
    const { address } = wayOut;
    if (address === undefined) return warn(unknownAddress(wayOut));
    const name = listingName(address, list);
    if (name === undefined) return pass(`skipped (${address} is not an IPv4 address)`);
    return judgeListing(await askAny(network, (dns) => dns.addressesOf(name)).catch(String), list);
  };
}

function judgeListing(answer: readonly string[] | string, list: string): CheckOutcome {
  if (typeof answer === 'string') {
    if (/ENOTFOUND|ENODATA/.test(answer)) return pass('our address is not on it');
    return warn(
      'it gave no answer',
      'Lists answer no public resolvers: use one of your own (--dns)',
    );
  }
  if (readListing(answer) === 'not served') {
    return warn('it does not serve this resolver', 'Use a resolver of your own (--dns)');
  }
  const hint = `Mail hosts that ask ${list} will refuse us: ask there to be taken off, or verify from elsewhere`;
  return warn(`our address is listed (${answer.join(', ')})`, hint);
}
