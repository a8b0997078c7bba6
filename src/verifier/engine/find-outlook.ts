import type { MailRoute } from '../dns/mail-route.ts';
import type { Pacing } from '../pacing/pacing.ts';
import type { KnownHost, ProviderTable } from '../providers/provider-table.ts';
import type { DomainOutlook, ProviderOutlook } from '../verifier.ts';

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
