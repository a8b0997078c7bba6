import type { NewPart } from '../service/part-queue.ts';
import type { AddressRoute, VerifierPort } from '../service/verifier-port.ts';
import type { PartAddress } from './distinct.ts';

/** Addresses of a part at most: its sessions are shared, and it is soon done. */
const MAX_PART = 250;
/** With fewer addresses at a host that is in no table, a part of its own is not worth its rows. */
const WORTH_A_PART = 25;
/** Milliseconds: a slow name server must not hold up the other domains of a batch. */
const ROUTES_WITHIN_MS = 10_000;

/** The queue of the mail hosts that are in no table of providers. */
const OTHER_HOSTS = 'probe/hosts';

interface DividedAddresses {
  /** For these no host needs to be asked. */
  readonly local: readonly PartAddress[];
  readonly parts: readonly NewPart[];
}

/** Divides the addresses of a batch into parts by provider; small hosts share their parts. */
export async function divideByProvider(
  addresses: readonly PartAddress[],
  findRoutes: NonNullable<VerifierPort['routes']>,
): Promise<DividedAddresses> {
  const emails = addresses.map(({ email }) => email);
  const routes = await findRoutes(emails, ROUTES_WITHIN_MS);
  const local: PartAddress[] = [];
  const known = new Map<string, PartAddress[]>();
  const others = new Map<string, PartAddress[]>();
  addresses.forEach((address, index) => {
    const route = routes[index] ?? { kind: 'unknown' };
    if (route.kind === 'none') local.push(address);
    else add(isKnown(route) ? known : others, toKey(route), address);
  });
  const parts = [...known].flatMap(([key, group]) => cut(queueOf(key), group));
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
  return `probe/${id}`;
}

function ofOtherHosts(groups: readonly (readonly PartAddress[])[]): NewPart[] {
  const isBig = (group: readonly PartAddress[]) => group.length >= WORTH_A_PART;
  const small = groups.filter((group) => !isBig(group)).flat();
  return [...groups.filter(isBig), small].flatMap((group) => cut(OTHER_HOSTS, group));
}

/** As few parts as possible, of the same size. */
function cut(queue: string, addresses: readonly PartAddress[]): NewPart[] {
  const count = Math.ceil(addresses.length / MAX_PART);
  const size = Math.ceil(addresses.length / count);
  return Array.from({ length: count }, (_, n) => ({
    queue,
    wait: 0,
    entries: addresses
      .slice(n * size, (n + 1) * size)
      .flatMap(({ positions, tries }) => positions.map((position) => ({ position, tries }))),
  }));
}
