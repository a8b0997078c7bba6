/** The name servers of the world: an honest one, and those that lie in the ways networks do. */
import { DnsServer, denial, type Reply, type Replying } from '../../test/support/dns-server.ts';
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

function honest(zone: Zone): Replying {
  return (name, type) => {
    const records = zone.get(name.toLowerCase());
    if (!records) return denial(NXDOMAIN);
    if (type === 'MX' && records.MX?.length) {
      return records.MX.map(([preference, exchange]) => ({
        type: 'MX',
        name,
        ttl: TTL,
        data: { preference, exchange },
      }));
    }
    if (type !== 'A' && type !== 'AAAA') return denial();
    const addresses = records[type] ?? [];
    return addresses.length > 0
      ? addresses.map((data) => ({ type, name, ttl: TTL, data }))
      : denial();
  };
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
      ? denial(NXDOMAIN)
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

/** Liars lie to the questions by which a resolver is checked, too. */
export function openResolver(kind: ResolverKind, names: WorldNames): Promise<DnsServer> {
  return DnsServer.listen(REPLIES[kind](names), {
    repliesToChecks: !PASS_CHECKS.has(kind),
    tcp: true,
  });
}
