import { lookup, Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { MailvetError } from '../../errors.ts';
import { type Check, pass, warn } from './checks.ts';

/** What the doctor asks of the network. Each rejects when it finds nothing. */
export interface Network {
  /** Mail hosts of a domain, best first. */
  mailHosts(domain: string): Promise<readonly string[]>;
  /** Connects to port 25 and answers our own address. */
  connectToMailHost(host: string): Promise<string>;
  namesOf(address: string): Promise<readonly string[]>;
  addressesOf(name: string): Promise<readonly string[]>;
  hostname(): string;
}

const PATIENCE = 5_000;

export function realNetwork(servers: readonly string[] = []): Network {
  const resolver = new Resolver({ timeout: PATIENCE, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    async mailHosts(domain) {
      const records = await resolver.resolveMx(domain);
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    connectToMailHost,
    namesOf: (address) => resolver.reverse(address),
    addressesOf: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
    hostname,
  };
}

function connectToMailHost(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: 25 });
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('connect', () => {
      resolve(socket.localAddress ?? '');
      socket.destroy();
    });
  });
}

/** A domain whose mail hosts have been there for decades. */
const KNOWN_DOMAIN = 'gmail.com';

export function checkDns(network: Network): Check {
  return async () => {
    const hosts = await network.mailHosts(KNOWN_DOMAIN).catch((cause: unknown) => {
      throw new MailvetError('network', `The mail hosts of ${KNOWN_DOMAIN} can't be found`, {
        hint: 'Check the resolvers of the machine, or name others with --dns',
        cause,
      });
    });
    return pass(`${KNOWN_DOMAIN} has mail hosts (${hosts[0]})`);
  };
}

export function checkPort25(network: Network): Check {
  return async () => {
    const hosts = await network.mailHosts(KNOWN_DOMAIN).catch(() => []);
    if (hosts[0] === undefined) return warn('not tried: no mail host is known without DNS');
    try {
      await network.connectToMailHost(hosts[0]);
      return pass('outbound connections are let through');
    } catch {
      return warn(
        `no connection to ${hosts[0]}: mailboxes can't be asked about, results rest on DNS alone`,
        'Most clouds and home lines close port 25: run mailvet serve where it is open',
      );
    }
  };
}

export function checkHelo(network: Network, given: string | undefined): Check {
  return async () => {
    const name = given ?? network.hostname();
    if (!name.includes('.')) {
      return warn(`'${name}' is not a full name`, 'Give the name of this host with --helo');
    }
    const addresses = await network.addressesOf(name).catch(() => []);
    if (addresses.length === 0) {
      return warn(
        `${name} has no address in DNS`,
        'Mail hosts may refuse us: fix it, or use --helo',
      );
    }
    return pass(`${name} is ${addresses[0]}`);
  };
}

export function checkReverseDns(network: Network): Check {
  return async () => {
    const hosts = await network.mailHosts(KNOWN_DOMAIN).catch(() => []);
    const address = hosts[0] && (await network.connectToMailHost(hosts[0]).catch(() => ''));
    if (!address) return warn('not tried: our own address shows on port 25 only');
    const names = await network.namesOf(address).catch(() => []);
    if (names[0] !== undefined) return pass(`${address} is ${names[0]}`);
    return warn(`${address} has no name`, 'Many mail hosts refuse hosts without reverse DNS');
  };
}
