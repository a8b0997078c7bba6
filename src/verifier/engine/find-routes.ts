import { parseAddress } from '../../address/parse.ts';
import { type Clock, endsWithin } from '../../lib/clock.ts';
import { type MailRoute, settleOptOut } from '../dns/mail-route.ts';
import type { RouteLookups } from '../dns/route-lookups.ts';
import type { Pacing } from '../pacing/pacing.ts';
import type { KnownHost, ProviderTable } from '../providers/provider-table.ts';
import type { AddressRoute, DomainOutlook, ProviderOutlook } from '../verifier.ts';

interface LookupParts {
  readonly routes: Pick<RouteLookups, 'waitFor' | 'leave'>;
  readonly clock: Clock;
  readonly within: number;
}

const NONE: AddressRoute = { kind: 'none' };
const UNKNOWN: AddressRoute = { kind: 'unknown' };

/** The route of each address; its domain is looked up once. */
export async function findRoutes(
  emails: readonly string[],
  { providers, ...parts }: LookupParts & { readonly providers: ProviderTable },
): Promise<readonly AddressRoute[]> {
  const domains = emails.map(domainOf);
  const found = await lookUpDomains(new Set(domains.filter((one) => one !== undefined)), parts);
  return domains.map((domain) => {
    const route = domain === undefined ? undefined : found.get(domain);
    if (route) return toAddressRoute(providers, route);
    return domain === undefined ? NONE : UNKNOWN;
  });
}

/** The routes that are known in time; look-ups that failed are left out. */
export async function lookUpDomains(
  domains: Iterable<string>,
  { routes, clock, within }: LookupParts,
): Promise<ReadonlyMap<string, MailRoute>> {
  const found = new Map<string, MailRoute>();
  const lookups = [...domains].map((domain) => {
    const { promise, resolve, reject } = Promise.withResolvers<MailRoute>();
    const waiter = { onRoute: resolve, onError: reject };
    routes.waitFor(domain, waiter);
    const noted = promise.then(async (route) => {
      found.set(domain, await settleOptOut(route));
    });
    // What went wrong is reported where the address is verified.
    return { leave: () => routes.leave(domain, waiter), noted: noted.catch(() => {}) };
  });
  const all = Promise.all(lookups.map(({ noted }) => noted)).then(() => {});
  await endsWithin(all, within, clock);
  for (const { leave } of lookups) leave();
  return new Map(found);
}

function domainOf(email: string): string | undefined {
  const parsed = parseAddress(email);
  return parsed.ok ? parsed.address.domain : undefined;
}

function toAddressRoute(providers: ProviderTable, route: MailRoute): AddressRoute {
  if (route.kind !== 'hosts') return NONE;
  const host = providers.find(route.hosts[0] ?? '');
  return { kind: 'hosts', provider: host.key, isKnown: host.provider !== undefined };
}

interface OutlookParts {
  readonly providers: ProviderTable;
  readonly pacing: Pacing;
}

/** What the route of a domain says before a host is asked; undefined: it was not found in time. */
export function toOutlook(
  route: MailRoute | undefined,
  { providers, pacing }: OutlookParts,
): DomainOutlook {
  if (!route) return { kind: 'unknown' };
  if (route.kind === 'hosts') {
    const provider = describe(providers.find(route.hosts[0] ?? ''), pacing);
    return { kind: 'hosts', hosts: route.key, provider };
  }
  if (route.kind === 'opted_out') return { kind: 'opted_out' };
  const isFailure = route.kind === 'failure' || route.kind === 'untrusted';
  return { kind: isFailure ? 'failure' : 'none' };
}

function describe({ key, provider }: KnownHost, pacing: Pacing): ProviderOutlook {
  const acceptAll = provider?.namesOnly ? undefined : provider?.acceptAll;
  return {
    key,
    name: provider?.name ?? key,
    pace: pacing.paceOf(key),
    acceptsUntilData: acceptAll === 'always',
    asksRandom: acceptAll === undefined,
    egresses: pacing.egresses(key),
    closedFor: pacing.closedFor(key),
  };
}
