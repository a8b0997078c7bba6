/** The name servers of the world: an honest one, and those that lie in the ways networks do. */
import {
  type Asked,
  DnsServer,
  denial,
  type Reply,
  type Replying,
  signedDenial,
} from '../../../test/support/dns-server.ts';
import type { ResolverKind } from './truth.ts';

/** Records by name; a name that is missing does not exist. */
export type Zone = ReadonlyMap<string, Records>;

export interface Records {
  readonly MX?: readonly (readonly [number, string])[];
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
}

const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const TTL = 300;

/** Top-level domains are signed, as nearly all of them are; the domains in them are not. */
function honest(zone: Zone): Replying {
  return (name, type, asked) => {
    const records = zone.get(name.toLowerCase());
    if (!records) return denyName(zone, asked);
    if (type === 'MX' && records.MX?.length) {
      return records.MX.map(([preference, exchange]) => ({
        type: 'MX',
        name,
        ttl: TTL,
        data: { preference, exchange },
      }));
    }
    const addresses = type === 'A' || type === 'AAAA' ? (records[type] ?? []) : [];
    return addresses.length > 0
      ? addresses.map((data) => ({ type: type as 'A', name, ttl: TTL, data }))
      : denial(0, domainOf(name));
  };
}

/** Denies by the zone of the domain if there is one, else by the top-level domain. */
function denyName(zone: Zone, asked: Asked): Reply {
  const domain = domainOf(asked.name);
  const exists = [...zone.keys()].some((name) => name === domain || name.endsWith(`.${domain}`));
  return exists ? denial(NXDOMAIN, domain) : signedDenial(NXDOMAIN, topLevelOf(asked.name), asked);
}

function domainOf(name: string): string {
  return name.toLowerCase().split('.').slice(-2).join('.');
}

function topLevelOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

export interface WorldNames {
  readonly zone: Zone;
  /** The domain that the filtering resolver denies. */
  readonly filtered: string;
  /** Where a captive portal leads everybody. */
  readonly portal: string;
}

function filtering({ zone, filtered }: WorldNames): Replying {
  const truth = honest(zone);
  return (name, type, asked) =>
    name === filtered || name.endsWith(`.${filtered}`)
      ? denial(NXDOMAIN, topLevelOf(name))
      : truth(name, type, asked);
}

function wildcard({ portal }: WorldNames): Replying {
  return (name, type): Reply => (type === 'A' ? [{ type: 'A', name, ttl: TTL, data: portal }] : []);
}

const REPLIES: Readonly<Record<ResolverKind, (names: WorldNames) => Replying>> = {
  honest: ({ zone }) => honest(zone),
  filtering,
  nxdomain_soa: () => () => denial(NXDOMAIN),
  nxdomain: () => () => NXDOMAIN,
  empty: () => () => [],
  refused: () => () => REFUSED,
  servfail: () => () => SERVFAIL,
  silent: () => () => undefined,
  wildcard,
};

const PASS_CHECKS: ReadonlySet<ResolverKind> = new Set(['honest', 'filtering']);

interface ResolverPlace {
  readonly address: string;
  /** Absent: a free one. */
  readonly port: number | undefined;
}

/** Lying resolvers also lie to the questions that check a resolver. */
export function openResolver(
  kind: ResolverKind,
  names: WorldNames,
  place: ResolverPlace,
): Promise<DnsServer> {
  return DnsServer.listen(REPLIES[kind](names), {
    repliesToChecks: !PASS_CHECKS.has(kind),
    tcp: true,
    ...place,
  });
}
