import type { AddressRoute } from '../../verifier/verifier.ts';
import { toMailboxKey } from '../verifications/cache-policy.ts';
import type { VerifierPort } from '../verifications/verifier-port.ts';
import type { NewPart, PartEntry } from './part-queue.ts';

/** Addresses of a part at most: its sessions are shared, and it is soon done. */
const MAX_PART = 250;
/** The same where each host has few of them: the last parts of a list keep few workers waiting. */
const MAX_PART_OF_SMALL_HOSTS = 100;
/** With fewer addresses at a host that is in no table, a part of its own is not worth its rows. */
const WORTH_A_PART = 25;
/** Milliseconds: a slow name server must not hold up the other domains of a batch. */
const ROUTES_WITHIN_MS = 10_000;

/** The queue of the mail hosts that are in no table of providers. */
const OTHER_HOSTS = 'part/hosts';

interface DividedAddresses {
  /** For these no host needs to be asked. */
  readonly local: readonly PartAddress[];
  readonly parts: readonly NewPart[];
}

/** Divides the addresses of a batch into parts by provider; small hosts share their parts. */
export async function divideByProvider(
  addresses: readonly PartAddress[],
  verifier: Pick<VerifierPort, 'routes'>,
): Promise<DividedAddresses> {
  const emails = addresses.map(({ email }) => email);
  const routes = await verifier.routes(emails, ROUTES_WITHIN_MS);
  const local: PartAddress[] = [];
  const known = new Map<string, PartAddress[]>();
  const others = new Map<string, PartAddress[]>();
  addresses.forEach((address, index) => {
    const route = routes[index] ?? { kind: 'unknown' };
    if (route.kind === 'none') local.push(address);
    else add(isKnown(route) ? known : others, toKey(route), address);
  });
  const parts = [...known].flatMap(([key, group]) => cut(queueOf(key), group, MAX_PART));
  return { local, parts: [...parts, ...ofOtherHosts([...others.values()])] };
}

function isKnown(route: AddressRoute): boolean {
  return route.kind === 'hosts' && route.isKnown;
}

function toKey(route: AddressRoute): string {
  return route.kind === 'hosts' ? route.provider : '';
}

function add(groups: Map<string, PartAddress[]>, key: string, address: PartAddress): void {
  const group = groups.get(key);
  if (group) group.push(address);
  else groups.set(key, [address]);
}

/** All regions of a provider (`id region`) are in its queue. */
function queueOf(key: string): string {
  const [id] = key.split(' ');
  return `part/${id}`;
}

function ofOtherHosts(groups: readonly (readonly PartAddress[])[]): NewPart[] {
  const isBig = (group: readonly PartAddress[]) => group.length >= WORTH_A_PART;
  const small = groups.filter((group) => !isBig(group)).flat();
  return [
    ...groups.filter(isBig).flatMap((group) => cut(OTHER_HOSTS, group, MAX_PART)),
    ...cut(OTHER_HOSTS, small, MAX_PART_OF_SMALL_HOSTS),
  ];
}

/** As few parts as possible, of the same size. */
function cut(queue: string, addresses: readonly PartAddress[], most: number): NewPart[] {
  const count = Math.ceil(addresses.length / most);
  const size = Math.ceil(addresses.length / count);
  return Array.from({ length: count }, (_, n) => ({
    queue,
    wait: 0,
    entries: addresses
      .slice(n * size, (n + 1) * size)
      .flatMap(({ positions, tries }) => positions.map((position) => ({ position, tries }))),
  }));
}

/** Entries of a part that one answer is for. */
export interface PartAddress {
  readonly email: string;
  readonly cacheKey: string;
  /** The entries that it stands in. */
  readonly positions: number[];
  /** Whether one of them spells it otherwise than the cache key. */
  isRespelled: boolean;
  readonly tries?: unknown;
}

/** Entries with the same cache key have the same address, verified once for all of them. */
export function distinct(entries: readonly PartEntry[]): PartAddress[] {
  return joined(
    entries.map(({ position, email, cacheKey, tries }) => {
      return { email, cacheKey, positions: [position], isRespelled: email !== cacheKey, tries };
    }),
    ({ cacheKey }) => cacheKey,
  );
}

/** The same for addresses that lead to one mailbox by the names alone; the first one stands for all. */
export function distinctMailboxes(addresses: readonly PartAddress[]): PartAddress[] {
  return joined(addresses, ({ cacheKey }) => toMailboxKey(cacheKey));
}

function joined(
  addresses: readonly PartAddress[],
  keyOf: (address: PartAddress) => string,
): PartAddress[] {
  const first = new Map<string, PartAddress>();
  for (const address of addresses) {
    const key = keyOf(address);
    const known = first.get(key);
    if (!known) {
      first.set(key, address);
      continue;
    }
    known.positions.push(...address.positions);
    known.isRespelled ||= address.isRespelled || address.cacheKey !== known.cacheKey;
  }
  return [...first.values()];
}
